// Options of a select for variables: shown by title, searched by name, title and group.
import type { Signal } from '../../../contract/equipment-config.ts'

/** The options of a select of variables. `chosenId`: a variable that was deleted is shown by its id. */
export function signalOptions(
  signals: readonly Signal[],
  passes: (signal: Signal) => boolean = () => true,
  chosenId?: number,
): { value: Signal['id']; label: string; search: string }[] {
  const options = signals
    .filter((signal) => signal.access !== 'w' && passes(signal))
    .map(({ id, title, name, group = '' }) => ({
      value: id,
      label: title === name ? title : `${title} · ${name}`,
      search: `${title} ${name} ${group}`,
    }))
  if (chosenId === undefined || options.some(({ value }) => value === chosenId)) return options
  return [{ value: chosenId as Signal['id'], label: `#${chosenId}`, search: '' }, ...options]
}
