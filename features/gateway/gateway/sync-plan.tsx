// The differences between the gateway's and the platform's configuration, field by field.
import { Fragment } from 'react'
import type { z } from 'zod'
import { nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { SyncChange } from './contract.ts'
import { fieldWords } from './field-words.ts'
import { gatewayText } from './text.ts'

type Change = z.output<typeof SyncChange>

const signs = { added: '+', changed: '~', removed: '−' } as const
const counts = { added: 'syncAdded', changed: 'syncChanged', removed: 'syncRemoved' } as const
const objects = {
  driver: 'syncDriver',
  signal: 'syncSignal',
  report: 'syncReport',
  alarm: 'syncAlarm',
  script: 'syncScript',
  zone: 'syncZone',
} as const
// Internal fields, which the plan does not show.
const hidden = new Set(['id', 'type'])

export function SyncPlan({ changes, isSame }: { changes: readonly Change[]; isSame: boolean }) {
  const t = useText(gatewayText)
  const shown = useName()
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
  const told = (['added', 'changed', 'removed'] as const).filter((kind) => count(kind) > 0)
  if (isSame) return <p>{t('syncNothing')}</p>
  if (changes.length === 0) return <p>{t('syncNoPlan')}</p>
  return (
    <>
      <p className="sync-lead">
        {t('syncPlan')}{' '}
        {told.map((kind) => (
          <b key={kind}>{t(counts[kind], { count: count(kind) })}</b>
        ))}
      </p>
      <ul className="sync-changes">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes while it is shown
          <li key={index} className={`sync-${change.kind}`}>
            <span aria-hidden>{signs[change.kind]}</span>
            <small>{t(objects[change.object])}</small>
            <strong>{shown(change.name)}</strong>
            <Fields change={change} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The fields of a change: only the values for a new object, before and after for a changed one. */
function Fields({ change }: { change: Change }) {
  const { kind, fields } = change
  const language = useLanguage()
  const shown = fields.filter(({ field }) => !hidden.has(field))
  return (
    <span className="sync-fields">
      {shown.map(({ field, from, to }) => {
        const { name, told } = fieldWords(change, field, language)
        return (
          <Fragment key={field}>
            <span>
              {name} {kind === 'changed' && <del>{from === null ? nothingShown : told(from)}</del>}{' '}
              {kind === 'changed' && '→ '}
              <b>{to === null ? nothingShown : told(to)}</b>
            </span>{' '}
          </Fragment>
        )
      })}
    </span>
  )
}
