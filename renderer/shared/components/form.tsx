import type { ComponentChildren, JSX, Ref } from 'preact';

export interface FormProps {
  readonly class: string;
  readonly ref?: Ref<HTMLFormElement>;
  /** Called on Enter in a field, or by its submit button. */
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** Form that the page handles itself, including the faults of its fields. */
export function Form({ onSubmit, ...props }: FormProps): JSX.Element {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
