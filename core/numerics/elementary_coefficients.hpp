// Written by derive_polynomials.py: minimax polynomials, lowest power first.
#pragma once

namespace normlab::elementary {

// exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/2;
// worst weighted error 3.1e-09.
inline constexpr float kExpTailFloat[] = {
    0.5f, 0.166665182f, 0.0416662022f, 0.0083688898f, 0.00139507896f,
};

// exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/2;
// worst weighted error 3.4e-18.
inline constexpr double kExpTailDouble[] = {
    0.50000000000000122,    0.16666666666666699,    0.041666666666515452,  0.0083333333333071077,
    0.0013888888947009878,  0.00019841269917567753, 2.480148994692774e-05, 2.7557216143221275e-06,
    2.7631279088079438e-07, 2.5117910358368752e-08,
};

// log(m) = 2 s + s z P(z), s = (m - 1)/(m + 1), z = s^2, m in [sqrt(1/2), sqrt(2)];
// worst weighted error 1.6e-09.
inline constexpr float kLogTailFloat[] = {
    0.666667759f,
    0.399775416f,
    0.298717469f,
};

// log(m) = 2 s + s z P(z), s = (m - 1)/(m + 1), z = s^2, m in [sqrt(1/2), sqrt(2)];
// worst weighted error 2.5e-18.
inline constexpr double kLogTailDouble[] = {
    0.6666666666666734,  0.39999999999414593, 0.28571428742430127, 0.22222198566967116,
    0.18183564729450313, 0.15314038474780828, 0.1479608593765252,
};

// erf(x) = x P(x^2), |x| <= 1;
// worst weighted error 1.2e-09.
inline constexpr float kErfInnerFloat[] = {
    1.12837911f,    -0.37612626f,     0.112836003f,    -0.0268544443f,
    0.00518953521f, -0.000802083872f, 7.88911057e-05f,
};

// erf(x) = x P(x^2), |x| <= 1;
// worst weighted error 1.3e-19.
inline constexpr double kErfInnerDouble[] = {
    1.1283791670955126,      -0.37612638903183748,    0.11283791670954885,
    -0.026866170645077871,   0.005223977624828389,    -0.00085483269814234627,
    0.00012055331132892126,  -1.4925595770909825e-05, 1.6461008460771013e-06,
    -1.6350396069263641e-07, 1.466032781931662e-08,   -1.137495257919263e-09,
    5.9606803397280991e-11,
};

// log(erfc(x)) = P(x), 1 <= x <= the point where erf rounds to 1;
// worst weighted error 1.0e-09.
inline constexpr float kLogErfcFloat[] = {
    -0.000353696902f, -1.12704015f,    -0.638225615f,   -0.103037409f,
    0.0218053237f,    -0.00293960469f, 0.000185573401f,
};

// log(erfc(x)) = P(x), 1 <= x <= the point where erf rounds to 1;
// worst weighted error 6.6e-18.
inline constexpr double kLogErfcDouble[] = {
    -5.132798055233314e-07,  -1.1283739913156547,     -0.63664405698330395,
    -0.10270228428982858,    0.018988030955763069,    0.00041355284023067565,
    -0.0019189636972120675,  0.00077305858807869118,  -0.00013656459565868729,
    -1.9518318785101457e-05, 2.2530979641815557e-05,  -8.5781602800971862e-06,
    2.1146421971659572e-06,  -3.6953513170836511e-07, 4.5928957511174256e-08,
    -3.8896023849177812e-09, 2.0200993078820374e-10,  -4.8644342588856781e-12,
};

// sin(2 pi r) = r P(r^2), |r| <= 1/8;
// worst weighted error 1.1e-20.
inline constexpr double kSineTurnDouble[] = {
    6.2831853071795862, -41.341702240399762, 81.605249276074929, -76.705859752998151,
    42.05869392899335,  -15.094640404319817, 3.819788140096672,  -0.71163617356616815,
};

// cos(2 pi r) = 1 + r^2 P(r^2), |r| <= 1/8;
// worst weighted error 1.6e-23.
inline constexpr double kCosineTurnDouble[] = {
    -19.739208802178716, 64.939394022668296, -85.456817206693572, 60.244641371822283,
    -26.426256773055481, 7.90353523012661,   -1.7143174870863254, 0.27947830459473716,
};

}  // namespace normlab::elementary
