// The field of a binding: its target, and the picker.
import { useState } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { BindPicker } from './bind-picker.tsx'
import { BindingCard } from './binding-card.tsx'
import type { Shared } from './shared.ts'
import { offered, useSources } from './sources.ts'
import type { Unit } from './variable.ts'

export function BindBox({
  id,
  label,
  kinds,
  shared,
  onChange,
}: {
  id?: string
  label: string
  kinds: readonly BindKind[]
  shared: Shared<Binding | undefined>
  /** Called with the new binding; an empty one removes the binding. */
  onChange: (binding: Binding, unit?: Unit) => void
}) {
  const { variables } = useSources()
  const [isOpen, setOpen] = useState(false)
  const canBind = offered(kinds, variables).length > 0
  return (
    <>
      <BindingCard
        {...(id === undefined ? {} : { id })}
        binding={shared.value}
        isMixed={shared.isMixed}
        kinds={kinds}
        onOpen={canBind ? () => setOpen(true) : undefined}
        onClear={() => onChange({})}
      />
      {isOpen && (
        <BindPicker
          {...{ label, kinds }}
          now={shared.value}
          onPick={(binding, _, unit) => onChange(binding, unit)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
