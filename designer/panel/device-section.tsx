// The devices that widgets are bound to, with a way to replace one by another.
import { useMemo, useState } from 'react'
import { PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { type DeviceUse, devicesIn } from '../document/rebind.ts'
import type { Edit } from './edit.ts'
import { RebindDialog } from './rebind-dialog.tsx'
import { Section } from './row.tsx'
import { useSources } from './sources.ts'
import { panelText } from './text.ts'
import './rebind.css'

export function DeviceSection({ edit }: { edit: Edit }) {
  const t = useText(panelText)
  const { devices } = useSources()
  const uses = useMemo(() => devicesIn(edit.widgets), [edit.widgets])
  const [asked, setAsked] = useState<DeviceUse>()
  if (uses.length === 0) return null
  const titled = (use: DeviceUse): DeviceUse => ({
    ...use,
    title: devices?.find(({ id }) => id === use.equipId)?.title ?? (use.title || String(use.equipId)),
  })
  return (
    <Section label={t('boundDevices')}>
      <ul className="bound-devices">
        {uses.map(titled).map((use) => (
          <li key={use.equipId}>
            <span title={use.title}>{use.title}</span>
            <small>{t('boundTo', { count: use.count })}</small>
            {devices && devices.length > 1 && (
              <PlainAct kind="link" onClick={() => setAsked(use)}>
                {t('replace')}
              </PlainAct>
            )}
          </li>
        ))}
      </ul>
      {asked && <RebindDialog edit={edit} from={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}
