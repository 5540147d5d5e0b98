/** Share of the hours with calls in which a desk served visitors, 0 to 1. */
export function occupancyOf({
  desk_hours: hours,
  service_seconds: seconds,
}: {
  readonly desk_hours: number;
  readonly service_seconds: number;
}): number {
  // A visit can last beyond the hours in which the desk called.
  return hours === 0 ? 0 : Math.min(1, seconds / (hours * 3_600));
}
