/** Draws the mean error of each rule as SVG bars that are legible on light and dark pages. */
const BAR = 26;
const GAP = 14;
const LEFT = 330;
const MINUTE = 14;

export function drawErrors(rules: readonly { readonly name: string; readonly meanError: number }[]): string {
  const longest = Math.max(...rules.map(({ meanError }) => meanError));
  const width = Math.ceil(LEFT + longest * MINUTE + 90);
  const height = rules.length * (BAR + GAP) + GAP;
  const bars = rules.map(({ name, meanError }, index) => {
    const y = GAP + index * (BAR + GAP);
    const end = (meanError * MINUTE).toFixed(1);
    const middle = y + BAR / 2 + 5;
    return [
      `  <text x="${LEFT - 10}" y="${middle}" text-anchor="end">${name}</text>`,
      `  <rect x="${LEFT}" y="${y}" width="${end}" height="${BAR}" fill="${index === 0 ? '#0b7285' : '#868e96'}"/>`,
      `  <text x="${LEFT + Number(end) + 8}" y="${middle}">${meanError.toFixed(1)} min</text>`,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="15">`,
    '  <title>Mean error of the estimated wait, in minutes</title>',
    `  <rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}
