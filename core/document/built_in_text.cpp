#include "core/document/built_in_text.hpp"

namespace normlab {

const std::string& BuiltInText() {
  static const std::string text =
      R"(A deep network is a long row of small steps. Each step takes what the last one made, turns it
a little, and hands it on. One step can do very little. A hundred steps, one after the other,
can do a great deal. That was the hope, and for a long time it was only a hope.

The trouble was not in the idea. The trouble was in the learning. A network learns from its
mistakes: at the end of the row someone says how wrong the answer was, and the blame has to
travel back, step by step, to the place where it belongs. At each step the blame is multiplied
by something. If that something is a little less than one, the blame grows faint. After ten
steps it is a whisper. After fifty steps it is silence, and the first steps of the row never
hear that anything was wrong. If that something is a little more than one, the blame grows
loud. After ten steps it is a shout. After fifty steps it is a storm, and the first steps are
blown about and learn nothing either. Between the silence and the storm there is a narrow
path, and a deep row of steps falls off it on one side or the other.

People tried many things. They drew the first weights with care, so that the whisper and the
shout would come out even. They trained the row in pieces, a few steps at a time. They kept
the row short. All of this helped a little, and none of it helped enough.

Then someone drew a line around the step. What came in was carried past the step, untouched,
and added to what the step had made. The step no longer had to say everything. It only had to
say what should change. And the blame, on its way back, could walk along the line, past the
step, past the next step, past all of them, and arrive at the first step as clear as it was
when it set out. It is such a small thing, a line and a plus sign. It made the difference
between twenty steps and a thousand.

But a line alone is not enough. Every step adds its part to the sum, and nothing takes
anything away. The sum grows, and grows again, and a row of many steps ends in numbers that
are too large to be of use. The silence was cured, and the storm was not. So a second small
thing was added to the first. Before a step, or after it, the numbers are brought back to a
common size: take away the mean, divide by the spread, and go on. That is the norm. It says
nothing new. It only keeps the voices level, so that each can be heard.

Now there was a question of where to put it. Put the norm after the sum, and the numbers are
level at every step, which looks neat. But then the line is no longer untouched: the norm
stands in its way at each step, and the blame has to pass through all of them. Put the norm
inside, before the step, and the line is free from end to end. The blame walks back without
being stopped. But the sum on the line grows with each step, and the last steps, however hard
they work, add a smaller and smaller part to a larger and larger whole.

Each choice has its price. The first one is strong when it learns, and slow to begin. It wants
a gentle start, with small steps at first and larger ones later, or it loses its way in the
first few moments and does not find it again. The second one begins at once and rarely fails,
and its last steps are a little idle. Those who build such rows have argued about it ever
since, and they are still arguing. Some put a norm on both sides. Some make the line a little
stronger and the step a little weaker, so that even a row of a thousand steps can be trained
from the start. All of them are looking for the same narrow path.

It is worth looking at this slowly. When a row of steps does not learn, the numbers say so,
long before anyone gives up. The first steps go quiet. The last steps are busy, and what they
say is of no use, because what they hear is of no use. The answer at the end is no better than
a guess, and it stays a guess. Nothing breaks. Nothing is too large or too small. It is only
that the blame does not arrive, and so nothing changes, and so nothing will.

And when a row of steps does learn, that can be seen as well. At first there is a guess. Then,
for a while, there is hardly anything at all. Then one step finds a small thing that helps,
and the next step finds a use for it, and the answer gets better all at once, as if the whole
row had been waiting for that moment. It is a fine thing to watch. It is not magic. There is a
line, and a plus sign, and a norm, and each of them does one small thing, and does it well.

So take a row of steps, and move the norm. Take away the line. Make the row deeper, and make
the start more gentle. Say what will happen before it happens, and then look. The network does
not mind being wrong. It was made to be wrong, and to be a little less wrong the next time.
The same can be said of those who watch it.
)";
  return text;
}

}  // namespace normlab
