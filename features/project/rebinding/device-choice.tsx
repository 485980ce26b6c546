// Selects which device replaces which device of the project.
import { Select } from 'antd'
import type { EquipmentId } from '../../../contract/fields.ts'
import { byName } from '../../../core/by-name.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { maxPairs } from './contract.ts'
import { rebindingText } from './text.ts'

type Device = { name: string; sn: string | null }

/** The chosen device by the device that it replaces; null: that device stays. */
export type Chosen = ReadonlyMap<EquipmentId, EquipmentId | null>

export function DeviceChoice({
  devices,
  others,
  chosen,
  onChoose,
}: {
  devices: readonly (Device & { equipmentId: EquipmentId })[]
  others: readonly (Device & { id: EquipmentId })[]
  chosen: Chosen
  onChoose: (next: Chosen) => void
}) {
  const t = useText(rebindingText)
  const named = useName()
  const options = others
    .map(({ id, name, sn }) => ({ value: id, label: [named(name), sn].filter(Boolean).join(' · ') }))
    .sort((a, b) => byName(a.label, b.label))
  const replaced = [...devices].sort((a, b) => byName(named(a.name), named(b.name)))
  const isFull = [...chosen.values()].filter((to) => to !== null).length >= maxPairs
  return (
    <section className="card card-flush data-table move-devices">
      <PlainTable
        label={t('replaced')}
        columns={[
          {
            ...{ key: 'replaced', title: t('replaced'), phone: 'note' },
            cell: ({ name, sn }) => (
              <>
                {named(name)} {sn && <small>{sn}</small>}
              </>
            ),
          },
          {
            ...{ key: 'replacement', title: t('replacement'), phone: 'note' },
            cell: ({ equipmentId, name }) => {
              const to = chosen.get(equipmentId) ?? null
              return (
                <Select<EquipmentId>
                  aria-label={withHeading(t('replacement'), named(name))}
                  allowClear
                  disabled={isFull && to === null}
                  placeholder={t('notReplaced')}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={options.filter(({ value }) => value !== equipmentId)}
                  {...(to === null ? {} : { value: to })}
                  onChange={(next) => onChoose(new Map(chosen).set(equipmentId, next ?? null))}
                />
              )
            },
          },
        ]}
        rows={replaced}
        keyOf={({ equipmentId }) => equipmentId}
      />
    </section>
  )
}
