/* Loaded before a program: its clock is CLOCK_SHIFT_MS ahead, in every one of its threads. */
const shift = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = globalThis.Date;

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate;
