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
  [/^is missing(?:; it names |$)/, 'required'],
  [/^a ticket without its number /, 'noNumber'],
  [/^the own texts of a ticket have (?<sum>\d+) characters together, and may have (?<most>\d+)$/, 'ownTexts'],
  [/^\w+(?: \w+)* "(?<id>.*)" is at another location$/, 'elsewhere'],
  // The text after the arrow comes from the parser library, in English only.
  [/^cannot be read as opening hours \((?<read>.*?) <--- /s, 'hours'],
  [/^cannot be read as opening hours/, 'hoursUnread'],
  [/^speaks of holidays/, 'holidays'],
  [/^"(?<id>.*)" is not a time zone$/, 'zone'],
  [/^"(?<id>.*)" is not a network such as /, 'network'],
  [/^a file is a printer on the command line only /, 'filePrinter'],
  [/^an input device is a reader on the command line only /, 'inputReader'],
  [/^"(?<id>.*)" is no device; /s, 'noDevice'],
  [/^(?<id>\S+) is in none of the printer_networks; /, 'printerNetwork'],
  [/^is greater than maxTicketNumber$/, 'order'],
  [/^the clocks of (?<id>.*) never show this time$/, 'neverTime'],
  [/^is not an address such as /, 'address'],
  [/^"(?<id>.*)" is not an address such as http/s, 'address'],
  [/^(?:it has to|must) begin with http/, 'address'],
  [/^(?:it )?must not hold a (?:user name|#)|^it must end before /, 'plainAddress'],
  [/^(?<id>\S+) is this machine itself/, 'ownAddress'],
  [/^"(?<id>.*)" is not an address such as /s, 'mailAddress'],
  [/^"(?<id>.*)" is not a name such as /s, 'hostName'],
  [/^a user name and password go over a protected line only$/, 'protectedLine'],
  [/^must be 0 \(for ever\) or at least (?<most>\d+) days$/, 'keepDays'],
  [/^(?:is not written as it should be|must not contain spaces, .*)$/, 'format'],
  [/^there is no such day$/, 'noDay'],
  [/^a location does not follow itself$/, 'circle'],
  [/^"(?<id>.*)" follows another location itself/, 'followsFollower'],
  [/^others follow this location/, 'isFollowed'],
  [/^is neither the name of a picture file/, 'mediaName'],
  [/^is at an origin that is not among media_origins/, 'mediaOrigin'],
  // Faults in questions start with the part of the settings that they refer to.
  [/^(?:\w+: )*must be a list of at most \d+ texts, each up to (?<most>\d+) /, 'options'],
  [/^(?:\w+: )*says the same twice$/, 'twiceHere'],
  [/^(?:\w+: )?must be at most (?<most>\d+) beside a pattern$/, 'patternLength'],
  [/^(?:\w+: )?must be a whole number from (?<minimum>\d+) to (?<maximum>\d+)$/, 'number'],
  [/^an item with this id already exists\.?$/i, 'taken'],
  [/^is asked only later$/, 'askedLater'],
  [/^there is no such question in this form$/, 'noQuestion'],
  [/^depends on itself$/, 'circle'],
  [/^regex: |^is not a pattern of |^repeats too much$/, 'pattern'],
  [/^(?:example: )?(?:does not fit the pattern|is longer than an answer may be)$/, 'example'],
  [/^refers to it$/, 'refersTo'],
  [/^this program runs as it, /, 'ownDevice'],
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
  [/^must (?:match|be equal to) |^property name must be valid$|^must be whole characters, /, 'format'],
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
