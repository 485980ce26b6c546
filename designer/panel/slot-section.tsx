// The bindings of a widget: a single variable, or several with fields.
import { useState } from 'react'
import { type Binding, signalOf } from '../../contract/page-document.ts'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import type { PanelBind } from '../../widgets/panel.ts'
import { BindBox } from './bind-box.tsx'
import { BindPicker } from './bind-picker.tsx'
import type { Edit } from './edit.ts'
import { ObjectFields } from './field-box.tsx'
import { ListBox } from './list-box.tsx'
import { Section } from './row.tsx'
import { sharedBy } from './shared.ts'
import {
  bindingIn,
  entriesOf,
  inUnits,
  type ManySlot,
  moved,
  rebound,
  type SlotEntry,
  stateOf,
  unitsFor,
  withEntries,
} from './slots.ts'
import { offered, useSources } from './sources.ts'
import { panelText } from './text.ts'
import { useVariable } from './use-live.ts'
import type { Unit } from './variable.ts'

/** The bindings of a slot for many values. `hasSingle`: the widget also has a slot for a single value. */
export function SlotSection({ edit, bind, hasSingle }: { edit: Edit; bind: PanelBind; hasSingle: boolean }) {
  const language = useLanguage()
  const { name, slot } = bind
  const label = labelIn(slot.label, language)
  if (slot.many) return <ManySection {...{ edit, label, hasSingle }} slot={slot as ManySlot} />
  return (
    <Section label={label}>
      <BindBox
        {...{ label }}
        kinds={slot.kinds}
        shared={sharedBy(edit.widgets, ({ data }) => bindingIn(data))}
        onChange={(binding, unit) =>
          edit.onChange((widget) => ({ ...widget, data: inUnits(rebound(widget.data, binding), unit) }), `bind.${name}`)
        }
      />
    </Section>
  )
}

type ManyProps = { edit: Edit; label: string; slot: ManySlot; hasSingle: boolean }

function ManySection({ edit, label, slot, hasSingle }: ManyProps) {
  const t = useText(panelText)
  const { variables } = useSources()
  const [isOpen, setOpen] = useState(false)
  const { kinds, many } = slot
  const entries = entriesOf(slot, edit.widgets[0]?.data, hasSingle)
  /** Starts from the current entries, because several may be added in turn. */
  const change = (next: (entries: readonly SlotEntry[]) => readonly SlotEntry[], at: string) =>
    edit.onChange((widget) => {
      const changed = next(entriesOf(slot, widget.data, hasSingle))
      return { ...widget, data: withEntries(slot, widget.data, changed, hasSingle) }
    }, `bind${many.axis}.${at}`)
  const setEntry = (place: number, entry: Binding, at: string) =>
    change((all) => all.map((each, index) => (index === place ? { ...each, entry } : each)), `${place}.${at}`)
  const add = (binding: Binding, kind: BindKind, unit?: Unit) => {
    const entry = { ...binding, ...unitsFor(many.of, unit) }
    change((all) => [...all, { kind, entry }].slice(0, many.most), 'add')
  }
  const canAdd = offered(kinds, variables).length > 0
  return (
    <Section label={label}>
      <ListBox
        count={entries.length}
        most={many.most}
        titleOf={(place) => String(entries[place]?.entry.title ?? '')}
        markOf={(place) => <Missing slot={slot} of={entries[place]!} />}
        bodyOf={(place) => (
          <Entry {...{ label, slot }} of={entries[place]!} onChange={(entry, at) => setEntry(place, entry, at)} />
        )}
        canMove={(from, to) => entries[from]?.kind === entries[to]?.kind}
        addLabel={t('addVariable')}
        onAdd={canAdd ? () => setOpen(true) : undefined}
        onRemove={(place) => change((all) => all.filter((_, index) => index !== place), 'remove')}
        onMove={(from, to) => change((all) => moved(all, from, to), 'move')}
      />
      {isOpen && (
        <BindPicker
          {...{ label, kinds }}
          now={entries.at(-1)?.entry}
          room={many.most - entries.length}
          onPick={add}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}

function Missing({ slot: { kinds }, of: { kind, entry } }: { slot: ManySlot; of: SlotEntry }) {
  const t = useText(panelText)
  const state = stateOf({ ...entry, type: kind }, kinds)
  const variable = useVariable(state === 'bound' && kind === 'signal' ? signalOf(entry) : undefined)
  return state === 'cleared' || state === 'unbound' || variable === null ? <em>{t('missing')}</em> : null
}

/** An entry of a slot for many values: its variable and its fields. */
function Entry({
  label,
  slot,
  of: { kind, entry },
  onChange,
}: {
  label: string
  slot: ManySlot
  of: SlotEntry
  onChange: (entry: Binding, at: string) => void
}) {
  return (
    <>
      <BindBox
        {...{ label }}
        kinds={[kind]}
        shared={{ value: { ...bindingIn(entry), type: kind }, isMixed: false }}
        onChange={(binding) => onChange(rebound(entry, binding), 'binding')}
      />
      <ObjectFields fields={slot.many.of} stored={entry} onChange={(next, at = '') => onChange(next as Binding, at)} />
    </>
  )
}
