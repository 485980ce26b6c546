// The plant panel of the demo: a button in the top bar, and a small window beside the page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { formatClock, formatCountdown } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMay, useMe, useZone } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { shellPart } from '../../../ui/shell-part.ts'
import { uiText } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { queryTroubles, switchTrouble, type Trouble } from './plant-contract.ts'
import './plant-panel.css'
import { plantText, troubleLooks, troubleNames } from './text.ts'

const openMs = 2000
const shutMs = 10_000

function TopBar() {
  // A real platform does not have these calls.
  return useMe()?.demo ? <PlantButton /> : null
}

function PlantButton() {
  const t = useText(plantText)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { data, error } = useQuery({
    ...queryOf(queryTroubles, {}),
    refetchInterval: open ? openMs : shutMs,
    retry: false,
    meta: { faults: 'form' },
  })
  const troubles = data ?? []
  const count = troubles.filter(({ sinceAt }) => sinceAt !== null).length
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (!data?.length) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className="plant-button"
        aria-expanded={open}
        aria-label={count ? t('openCount', { count }) : t('open')}
        title={count ? t('openCount', { count }) : t('open')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="power" />
        <span className="plant-word">{t('plant')}</span>
        {count > 0 && <b>{count}</b>}
      </button>
      {open && <Panel troubles={troubles} lost={!!error} onClose={close} />}
    </>
  )
}

function Panel({ troubles, lost, onClose }: { troubles: readonly Trouble[]; lost: boolean; onClose: () => void }) {
  const t = useText(plantText)
  const box = useRef<HTMLElement>(null)
  const heading = useId()
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      className="plant-panel"
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h2 id={heading}>{t('plant')}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <p className="plant-about">{lost ? t('unreachable') : t('about')}</p>
      <ul>
        {troubles.map((trouble) => (
          <Row key={trouble.key} trouble={trouble} />
        ))}
      </ul>
    </section>
  )
}

function Row({ trouble: { key, equipmentId, sinceAt, untilAt, lastsMs } }: { trouble: Trouble }) {
  const t = useText(plantText)
  const name = useText(troubleNames)(key)
  const look = useText(troubleLooks)(key)
  const words = useText(uiText)
  const may = useMay()
  const zone = useZone()
  const now = useNow()
  const queries = useQueryClient()
  const change = useMutation({
    ...mutationOf(switchTrouble),
    onSuccess: (troubles) => queries.setQueryData(queryOf(queryTroubles, {}).queryKey, troubles),
  })
  const isOn = sinceAt !== null
  const allowed = may('platform:admin')
  const when = isOn
    ? [t('on', { clock: formatClock(sinceAt, zone) }), untilAt && t('ends', { time: formatCountdown(untilAt - now) })]
    : [t('lasts', { minutes: Math.round(lastsMs / 60_000) })]
  return (
    <li data-on={isOn || undefined}>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-disabled={!allowed || change.isPending}
        title={allowed ? undefined : words('noPermission')}
        onClick={() => allowed && !change.isPending && change.mutate({ key, on: !isOn })}
      >
        <span className="plant-name">{name}</span>
        <span className="plant-when">{when.filter(Boolean).join(' · ')}</span>
        <span className="plant-switch" aria-hidden="true" />
      </button>
      <p>
        {look} <Go to={pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })}>{t('look')}</Go>
      </p>
    </li>
  )
}

export default shellPart({ order: 9, TopBar })
