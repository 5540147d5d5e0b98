import { type Arguments, numberOption, UsageError } from '../../lib/settings/arguments.ts';
import { EPSON, MODELS, type PrinterModel } from '../../printing/picture/decoder/models.ts';

/** Printer described by `--model` and `--dots`. */
export function modelOption(args: Arguments): PrinterModel {
  const name = args.values.model ?? EPSON.name;
  const model = MODELS.find((candidate) => candidate.name === name);
  if (model === undefined) {
    throw new UsageError(`--model takes one of ${MODELS.map((candidate) => candidate.name).join(', ')}`);
  }
  return { ...model, dots: numberOption(args, 'dots', model.dots, 96, 2040) };
}
