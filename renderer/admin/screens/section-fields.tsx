import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import type { FieldPlace, Section } from '../model/parts.ts';
import { EditorField } from './editor-field.tsx';

/** Fields that belong together. Those that few need are folded away, unless something is wrong in them. */
export function SectionFields({ section }: { readonly section: Section }): JSX.Element | null {
  const { t, rights } = useAdmin();
  const { part, item, faultsAt } = useEditor();
  const id = useId();
  const places: readonly FieldPlace[] = section.fields
    .map((field) => (typeof field === 'string' ? { name: field } : field))
    .filter(({ when }) => when?.(item) ?? true)
    .filter(({ name }) => rights.mayChangeField(part, name));
  if (places.length === 0) return null;
  const fields = places.map((place) => <EditorField key={place.name} place={place} />);
  const title = t([`sectionsOf.${part}.${section.id}`, `sections.${section.id}`]);
  if (section.rare !== true) {
    return (
      <section class={places.length === 1 ? 'card section section-single' : 'card section'} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {fields}
      </section>
    );
  }
  const isFaulty = places.some(({ name }) => faultsAt(name).length > 0);
  return (
    <details class="card section" {...(isFaulty ? { open: true } : {})}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="section-inside">{fields}</div>
    </details>
  );
}
