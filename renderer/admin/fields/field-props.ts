import type { FieldSchema } from '../model/schema.ts';

export interface WidgetProps {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly label: string;
  /** Empty: none. */
  readonly hint: string;
  readonly fault: string;
  readonly value: unknown;
  /** `undefined` takes the field away. */
  readonly onChange: (value: unknown) => void;
}
