/** The picture of a week: memory against days, as SVG that needs nothing else to be read. */

export interface Point {
  /** Since the first morning. */
  readonly day: number;
  readonly mib: number;
}

export interface Week {
  readonly tickets: number;
  readonly own: readonly Point[];
  /** After each day, when all that is not needed was collected. */
  readonly heap: readonly Point[];
}

const [WIDTH, HEIGHT] = [880, 360];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 20, 56, 44];
const DAYS = 7;
const COLOURS = { own: '#0b5f70', heap: '#b3541e', line: '#d8dcdf', text: '#24303a', soft: '#56626c' };

/** The next round number from which a scale with four lines can be made. */
export function topOf(mib: number): number {
  const step = [25, 50, 100, 200, 400].find((each) => each * 4 >= mib * 1.1) ?? 800;
  return step * 4;
}

export function drawWeek({ tickets, own, heap }: Week): string {
  const top = topOf(Math.max(...own.map(({ mib }) => mib)));
  const x = (day: number): string => (LEFT + (day / DAYS) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (mib: number): string => (HEIGHT - BOTTOM - (mib / top) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const path = (points: readonly Point[]): string => points.map(({ day, mib }) => `${x(day)},${y(mib)}`).join(' ');
  const levels = [0, 1, 2, 3, 4].map((each) => (top / 4) * each);
  const last = (points: readonly Point[]): Point => points.at(-1) ?? { day: 0, mib: 0 };
  const words = (text: string, at: string, more: string): string => `<text ${at} ${more}>${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="${COLOURS.text}">`,
    `<title>Memory of the program over a week with ${tickets.toLocaleString('en')} tickets</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    words(
      `A week, ${tickets.toLocaleString('en')} tickets: memory of the program, in MiB`,
      `x="${LEFT}" y="24"`,
      'font-size="15" font-weight="600"',
    ),
    ...levels.flatMap((mib) => [
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(mib)}" y2="${y(mib)}" stroke="${COLOURS.line}"/>`,
      words(String(mib), `x="${LEFT - 10}" y="${Number(y(mib)) + 4}"`, `text-anchor="end" fill="${COLOURS.soft}"`),
    ]),
    ...Array.from({ length: DAYS }, (_, day) =>
      words(
        `day ${day + 1}`,
        `x="${x(day + 0.19)}" y="${HEIGHT - BOTTOM + 22}"`,
        `text-anchor="middle" fill="${COLOURS.soft}"`,
      ),
    ),
    `<polyline points="${path(own)}" fill="none" stroke="${COLOURS.own}" stroke-width="2" stroke-linejoin="round"/>`,
    `<polyline points="${path(heap)}" fill="none" stroke="${COLOURS.heap}" stroke-width="1.5" stroke-dasharray="5 4"/>`,
    ...heap.map(({ day, mib }) => `<circle cx="${x(day)}" cy="${y(mib)}" r="3.5" fill="${COLOURS.heap}"/>`),
    words('its own memory (RssAnon), each half hour', `x="${LEFT + 24}" y="46"`, `fill="${COLOURS.own}"`),
    `<line x1="${LEFT}" x2="${LEFT + 18}" y1="42" y2="42" stroke="${COLOURS.own}" stroke-width="2"/>`,
    words('heap of the main thread, each night', `x="${LEFT + 344}" y="46"`, `fill="${COLOURS.heap}"`),
    `<line x1="${LEFT + 320}" x2="${LEFT + 338}" y1="42" y2="42" stroke="${COLOURS.heap}" stroke-width="1.5" stroke-dasharray="5 4"/>`,
    words(
      `${last(own).mib.toFixed(0)}`,
      `x="${WIDTH - RIGHT}" y="${Number(y(last(own).mib)) - 8}"`,
      `text-anchor="end" fill="${COLOURS.own}"`,
    ),
    words(
      `${last(heap).mib.toFixed(0)}`,
      `x="${WIDTH - RIGHT}" y="${Number(y(last(heap).mib)) - 8}"`,
      `text-anchor="end" fill="${COLOURS.heap}"`,
    ),
    '</svg>',
    '',
  ].join('\n');
}
