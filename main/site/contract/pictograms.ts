/**
 * Names of the bundled service pictograms, for visitors who read little.
 *
 * A service or a group names one of them, or has its own image as a `data:` address. The drawings are in
 * `renderer/shared/pictograms/`.
 */
export const PICTOGRAMS = [
  'information',
  'appointment',
  'conversation',
  'complaint',
  'identity-card',
  'passport',
  'world',
  'certificate',
  'form',
  'document-hand-in',
  'document-pick-up',
  'vote',
  'marriage',
  'birth',
  'death',
  'family',
  'child',
  'school',
  'book',
  'work',
  'business',
  'pension',
  'disability',
  'social-help',
  'house',
  'moving',
  'building',
  'key',
  'tree',
  'waste',
  'dog',
  'water',
  'energy',
  'car',
  'driving',
  'parking',
  'bus',
  'police',
  'law',
  'lost-property',
  'tax',
  'bill',
  'cash',
  'bank-card',
  'bank',
  'post',
  'parcel',
  'return',
  'repair',
  'phone',
  'computer',
  'health',
  'doctor',
  'hospital',
  'x-ray',
  'pharmacy',
  'blood-test',
  'vaccination',
  'eye',
  'ear',
  'tooth',
  'other',
] as const;
export type Pictogram = (typeof PICTOGRAMS)[number];

/** Maximum length of a `data:` address of an own pictogram, which every kiosk reads repeatedly. About 9 kB. */
export const MAX_OWN_PICTOGRAM = 12_000;

const KNOWN: ReadonlySet<string> = new Set(PICTOGRAMS);

export function isPictogram(name: string): name is Pictogram {
  return KNOWN.has(name);
}
