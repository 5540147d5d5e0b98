/**
 * Faults that the server reports for an item, by path.
 *
 * Common ones are translated.
 */
import type { FieldFault } from './schema.ts';

/** Common English messages of the server; named groups become parameters of the text. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  // The message may continue with the known codes.
  [/^there is no .*?"(?<id>[^"]*)"(?:;.*)?$/s, 'noSuch'],
  [/^"(?<id>.*)" is used twice$/, 'twice'],
  [/^is used twice$/, 'twiceHere'],
  [/^is missing(?:; it must be |$)/, 'required'],
  [/^a ticket needs its number; /, 'noNumber'],
  [/^the custom texts of a ticket have (?<sum>\d+) characters in total, more than (?<most>\d+)$/, 'ownTexts'],
  [/^\w+(?: \w+)* "(?<id>.*)" is at another location$/, 'elsewhere'],
  // The text after the arrow comes from the parser library, in English only.
  [/^is not valid as opening hours \((?<read>.*?) <--- /s, 'hours'],
  [/^is not valid as opening hours/, 'hoursUnread'],
  [/^contains holidays/, 'holidays'],
  [/^"(?<id>.*)" is not a time zone$/, 'zone'],
  [/^"(?<id>.*)" is not a network such as /, 'network'],
  [/^a file can be a printer on the command line only /, 'filePrinter'],
  [/^an input device can be a reader on the command line only /, 'inputReader'],
  [/^"(?<id>.*)" is not a device path; /s, 'noDevice'],
  [/^(?<id>\S+) is not in printer_networks; /, 'printerNetwork'],
  [/^is greater than maxTicketNumber$/, 'order'],
  [/^this time does not exist in (?<id>.*)$/, 'neverTime'],
  [/^is not an address such as /, 'address'],
  [/^"(?<id>.*)" is not an address such as http/s, 'address'],
  [/^(?:it )?must begin with http/, 'address'],
  [/^(?:it )?must not contain (?:a user name|a #|\? or #)/, 'plainAddress'],
  [/^(?<id>\S+) is a loopback address/, 'ownAddress'],
  [/^"(?<id>.*)" is not an address such as /s, 'mailAddress'],
  [/^"(?<id>.*)" is not a name such as /s, 'hostName'],
  [/^a user name needs an encrypted connection$/, 'protectedLine'],
  [/^must be 0 \(indefinitely\) or at least (?<most>\d+) days$/, 'keepDays'],
  [/^(?:has an invalid format|must not contain spaces, .*)$/, 'format'],
  [/^this (?:day|date) does not exist$/, 'noDay'],
  [/^a location cannot be its own parent$/, 'circle'],
  [/^"(?<id>.*)" inherits from another location/, 'followsFollower'],
  [/^other locations inherit from this one/, 'isFollowed'],
  [/^is not an image file name/, 'mediaName'],
  [/^is at an origin that is not in media_origins/, 'mediaOrigin'],
  // Faults in questions start with the part of the settings that they refer to.
  [/^(?:\w+: )*must be a list of at most \d+ texts, each up to (?<most>\d+) /, 'options'],
  [/^(?:\w+: )*contains the same text twice$/, 'twiceHere'],
  [/^(?:\w+: )?must be at most (?<most>\d+) with a pattern$/, 'patternLength'],
  [/^(?:\w+: )?must be a whole number from (?<minimum>\d+) to (?<maximum>\d+)$/, 'number'],
  [/^an item with this id already exists\.?$/i, 'taken'],
  [/^is asked later than this question$/, 'askedLater'],
  [/^there is no such question in this form$/, 'noQuestion'],
  [/^depends on itself$/, 'circle'],
  [/^regex: |^is not a valid RE2 pattern |^repeats too much$/, 'pattern'],
  [/^(?:example: )?(?:does not match the pattern|is longer than the maximum length of an answer)$/, 'example'],
  [/^refers to it$/, 'refersTo'],
  [/^has been changed since$/, 'changedSince'],
  [/^has been deleted since$/, 'deletedSince'],
  [/^has been added again since$/, 'addedSince'],
  [/^this program uses it, /, 'ownDevice'],
  // Faults that only a file can have, not the fields of the editors.
  [/^is not a field of the site file$/, 'unknownField'],
  [/^must be one of \[/, 'noChoice'],
  [/^must NOT have fewer than 1 (?:characters|items)$/, 'required'],
  [/^must NOT have fewer than (?<count>\d+) characters$/, 'tooShort'],
  [/^must NOT have more than (?<count>\d+) characters$/, 'tooLong'],
  [/^must NOT have more than (?<most>\d+) (?:items|properties)$/, 'tooMany'],
  [/^must be >= (?<minimum>[-\d.]+)$/, 'atLeast'],
  [/^must be <= (?<maximum>[-\d.]+)$/, 'atMost'],
  [/^must be (?:array|boolean|integer|null|number|object|string|a JSON object|a text|an object)\b/, 'format'],
  [/^must (?:match|be equal to) |^property name must be valid$|^must be valid Unicode /, 'format'],
  [/^must NOT have duplicate items /, 'twiceHere'],
];

/** Splits `services[3].tag: is too long` into path and fault. */
export function serverFaults(lines: readonly string[]): readonly FieldFault[] {
  return lines.map((line) => {
    const at = line.indexOf(': ');
    const path = at < 0 ? '' : line.slice(0, at);
    const words = at < 0 ? line : line.slice(at + 2);
    for (const [pattern, key] of KNOWN) {
      const found = pattern.exec(words);
      if (found === null) continue;
      const { count, ...values } = found.groups ?? {};
      return { path, key, values: count === undefined ? values : { ...values, count: Number(count) } };
    }
    return { path, key: '', words };
  });
}
