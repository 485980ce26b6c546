import { Segmented } from '../../ui/segmented.tsx'

/** A choice of one entry, each with its text. */
export function Choice<V extends string>({
  label,
  value,
  of,
  onChange,
}: {
  label: string
  value: V
  of: Record<V, string>
  onChange: (value: V) => void
}) {
  const options = (Object.keys(of) as V[]).map((each) => ({ value: each, label: of[each] }))
  return <Segmented label={label} value={value} options={options} onChange={onChange} />
}
