import type { FieldSchema } from '../model/schema.ts';

export interface WidgetProps {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly label: string;
  /** Empty for none. */
  readonly hint: string;
  readonly fault: string;
  readonly value: unknown;
  /** `undefined` removes the field. */
  readonly onChange: (value: unknown) => void;
}
