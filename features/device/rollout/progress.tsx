// Progress of a rollout: one cell per device, grouped by wave, and the next step.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { editRollout, type RolloutInfo } from './contract.ts'
import { countWords } from './count-words.ts'
import './rollout.css'
import { isFailed, shownState } from './rules.ts'
import { SettingsFields } from './settings-fields.tsx'
import { rolloutText } from './text.ts'

function useWhy({ pausedWhy, wave, waves, settings: { stopShare } }: RolloutInfo): string | undefined {
  const t = useText(rolloutText)
  if (pausedWhy === 'person') return t('pausedPerson')
  if (pausedWhy === 'template') return t('pausedTemplate')
  if (pausedWhy !== 'failures') return undefined
  const devices = waves.find((each) => each.wave === wave)?.devices ?? []
  const of = { all: devices.length, wave: wave === 0 ? t('first') : t('waveNo', { wave }), share: stopShare }
  return t('pausedFailures', { ...of, failed: devices.filter(({ state }) => isFailed(state)).length })
}

export function Progress({ of }: { of: RolloutInfo }) {
  const t = useText(rolloutText)
  const zone = useZone()
  const { status, pausedWhy, nextAt, waves } = of
  const byItself = pausedWhy === 'failures' || pausedWhy === 'template'
  const why = useWhy(of)
  const note = why ?? (nextAt !== null && t('nextAt', { time: formatTime(nextAt, zone).slice(11) }))
  return (
    <div className="rollout-progress">
      <Card>
        <div className="rollout-head" role="status">
          <span className={byItself ? 'rollout-stopped' : 'rollout-status'}>
            {byItself && <SeverityMark severity="important" />} {t(byItself ? 'stopped' : status)}
          </span>
          {note && <span>{note}</span>}
          <span className="rollout-counts">{t('counts', countWords(of))}</span>
        </div>
        <div className="rollout-waves">
          {waves.map((wave) => (
            <Wave key={wave.wave} of={of} wave={wave} />
          ))}
          <Legend waves={waves} />
        </div>
        <Settings of={of} />
      </Card>
    </div>
  )
}

function Settings({ of: { id, status, settings } }: { of: RolloutInfo }) {
  const t = useText(rolloutText)
  const [open, setOpen] = useState(false)
  const { mutateAsync } = useMutation(formOf(editRollout))
  const { waitS, stopShare, watchS, rollBack } = settings
  return (
    <p className="rollout-settings">
      <span>{t('settledWait', { wait: waitS })}</span>
      <span>{t('settledStop', { share: stopShare })}</span>
      <span>{watchS > 0 ? t('settledWatch', { watch: watchS }) : t('settledUnwatched')}</span>
      <span>{t(rollBack ? 'backOn' : 'backOff')}</span>
      {(status === 'running' || status === 'paused') && (
        <Act kind="link" may="equipment:edit" onClick={() => setOpen(true)}>
          {t('change')}
        </Act>
      )}
      {open && (
        <FormDrawer
          open
          title={t('changeTitle')}
          initial={settings}
          onSubmit={(values: typeof settings) => mutateAsync({ id, ...values })}
          onClose={() => setOpen(false)}
        >
          <SettingsFields />
        </FormDrawer>
      )}
    </p>
  )
}

const signs = {
  ...{ waiting: '', sent: '…', watching: '◔', complete: '✓' },
  ...{ takingBack: '↺', rolledBack: '▲', failed: '▲', skipped: '–' },
  ...{ offline: '○', sleeping: '◐', savedOnly: '–' },
} as const

/** The cells that are shown, with their words. */
function Legend({ waves }: Pick<RolloutInfo, 'waves'>) {
  const t = useText(rolloutText)
  const shown = new Set(waves.flatMap(({ devices }) => devices.map(shownState)))
  return (
    <ul className="rollout-legend" aria-label={t('legend')}>
      {[...shown].map((state) => (
        <li key={state}>
          <span className={`rollout-cell rollout-${state}`} aria-hidden="true">
            {signs[state]}
          </span>
          {t(state)}
        </li>
      ))}
    </ul>
  )
}

/** From this number of devices on, the cells are small. */
const many = 48

/** A note about a wave: completed and failed devices, or that the wave waits. */
function useWaveNote({ status, wave: now }: RolloutInfo): (wave: RolloutInfo['waves'][number]) => string {
  const t = useText(rolloutText)
  return ({ wave, devices }) => {
    const count = (...states: string[]) => devices.filter((device) => states.includes(shownState(device))).length
    const complete = count('complete')
    if (count('waiting', 'offline', 'sleeping') === devices.length && status === 'paused' && wave > now)
      return t('waveWaits')
    if (complete === devices.length) return t('waveAll', { all: devices.length })
    const failed = count('failed', 'rolledBack', 'takingBack')
    const open = count('waiting', 'offline', 'sleeping', 'sent', 'watching')
    const unsent = count('savedOnly')
    const counts = [
      t('waveComplete', { count: complete, all: devices.length }),
      failed > 0 && t('waveFailed', { count: failed }),
      open > 0 && t('waveOpen', { count: open }),
      unsent > 0 && t('waveSavedOnly', { count: unsent }),
    ]
    return joinWords(counts.filter((words) => words !== false))
  }
}

function Wave({ of, wave: each }: { of: RolloutInfo; wave: RolloutInfo['waves'][number] }): ReactNode {
  const t = useText(rolloutText)
  const named = useName()
  const { wave, devices } = each
  const title = wave === 0 ? t('first') : t('waveNo', { wave })
  const note = useWaveNote(of)(each)
  return (
    <section aria-label={title}>
      <h3>
        {title} {of.waves.length > 1 && <small>{note}</small>}
      </h3>
      <ul className={devices.length > many ? 'rollout-dense' : undefined}>
        {devices.map((device) => {
          const state = shownState(device)
          const label = withHeading(named(device.name), t(state))
          return (
            <li key={device.equipmentId} className={`rollout-cell rollout-${state}`} title={label}>
              <span aria-hidden="true">{signs[state]}</span>
              <span className="unseen">{label}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
