/** A change of the site by somebody who may not make it. */
export class OutOfBounds extends Error {
  /** The first thing that is not theirs to change, as `desks(d-1)`. */
  readonly thing: string;

  constructor(thing: string) {
    super('You may change what belongs to your own locations, and give nobody more rights than you have.');
    this.thing = thing;
  }
}
