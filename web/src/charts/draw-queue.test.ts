import { describe, expect, it } from 'vitest';
import { DrawQueue } from './draw-queue';

/** A queue whose frames come when the test says so, and pictures that take as long as they are told. */
function stage() {
  let time = 0;
  let pending: (() => void)[] = [];
  const queue = new DrawQueue({ frame: (callback) => pending.push(callback), now: () => time });
  const drawn: string[] = [];
  const picture = (name: string, milliseconds: number) => () => {
    time += milliseconds;
    drawn.push(name);
  };
  /** One frame of the screen; what was drawn in it. */
  const frame = () => {
    const callbacks = pending;
    pending = [];
    drawn.length = 0;
    for (const callback of callbacks) callback();
    return [...drawn];
  };
  return { queue, picture, frame, asked: () => pending.length };
}

describe('the queue of what waits to be drawn', () => {
  it('draws all in one frame where that is quick, and each once', () => {
    const { queue, picture, frame, asked } = stage();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => picture(name, 1));
    for (const draw of [a, b, a, c, b]) if (draw) queue.add(draw);
    expect(asked()).toBe(1);
    expect(frame()).toEqual(['a', 'b', 'c']);
    expect(asked()).toBe(0);
  });

  it('leaves to the next frames what does not fit, in order, and starves none', () => {
    const { queue, picture, frame } = stage();
    const pictures = ['a', 'b', 'c', 'd', 'e'].map((name) => picture(name, 5));
    const ask = () => {
      for (const draw of pictures) queue.add(draw);
    };
    ask();
    expect(frame()).toEqual(['a', 'b']);
    ask();
    expect(frame()).toEqual(['c', 'd']);
    ask();
    expect(frame()).toEqual(['e', 'a']);
    expect(frame()).toEqual(['b', 'c']);
    expect(frame()).toEqual(['d']);
    expect(frame()).toEqual([]);
  });

  it('draws one at least, however long it takes', () => {
    const { queue, picture, frame } = stage();
    for (const name of ['a', 'b']) queue.add(picture(name, 100));
    expect(frame()).toEqual(['a']);
    expect(frame()).toEqual(['b']);
  });

  it('lets a picture ask for itself again without holding the frame', () => {
    const { queue, picture, frame } = stage();
    const draw = picture('a', 0);
    const again = () => {
      draw();
      queue.add(again);
    };
    queue.add(again);
    expect(frame()).toEqual(['a']);
    expect(frame()).toEqual(['a']);
  });

  it('forgets what was taken away, even while it draws', () => {
    const { queue, picture, frame } = stage();
    const [a, c] = [picture('a', 1), picture('c', 1)];
    const b = () => {
      queue.remove(c);
    };
    for (const draw of [a, b, c]) queue.add(draw);
    queue.remove(a);
    expect(frame()).toEqual([]);
  });

  it('goes on after a picture that failed', () => {
    const { queue, picture, frame } = stage();
    queue.add(() => {
      throw new Error('no context');
    });
    queue.add(picture('a', 1));
    expect(frame).toThrow('no context');
    expect(frame()).toEqual(['a']);
  });
});
