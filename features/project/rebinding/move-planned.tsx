// Reviews and changes the proposals of a move, shows the consequences, and saves it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Input, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { ApiError, formOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type MovePlan, type Moving, saveMove } from './contract.ts'
import { type Consequences, consequencesOf, type Decided, linesOf, sentOf } from './decisions.ts'
import { MoveTable } from './move-table.tsx'
import { rebindingText } from './text.ts'

type Props = {
  plan: MovePlan
  /** The request for which the plan was made. */
  moving: Moving
  decided: Decided
  onDecide: (decided: Decided) => void
  back: string
  /** Requests a new plan. */
  onAgain: () => void
}

export function MovePlanned({ plan, moving, decided, onDecide, back, onAgain }: Props) {
  const t = useText(rebindingText)
  const { go } = usePlace()
  const cache = useQueryClient()
  const [keepOld, setKeepOld] = useState(false)
  const [message, setMessage] = useState('')
  const lines = useMemo(() => linesOf(plan, decided), [plan, decided])
  const consequences = consequencesOf(lines)
  const isWhole = moving.pageIds.length === 0
  const { mutate, isPending, error } = useMutation(formOf(saveMove))
  const move = async () => {
    const { open } = consequences
    const question = {
      ...{ title: t('confirmTitle'), act: t('move'), target: t('countOpen', { count: open }) },
      note: t('confirmNote'),
    }
    if (open > 0 && !(await confirm(question))) return
    const versions = plan.pages.map(({ id, version }) => ({ id, version }))
    const sent = { signals: sentOf(lines, 'signal'), reports: sentOf(lines, 'report') }
    mutate(
      { ...moving, ...sent, versions, keepOld, message },
      {
        onSuccess: ({ pages }) => {
          toast.good(t('done', { count: pages }))
          void cache.invalidateQueries()
          go(back)
        },
      },
    )
  }
  return (
    <>
      <MoveTable lines={lines} onDecide={(key, to) => onDecide(new Map(decided).set(key, to))} />
      <Card title={t('summary')}>
        <div className="move-end">
          <Summary plan={plan} consequences={consequences} isWhole={isWhole} />
          {isWhole && (
            <span className="move-switch">
              <Switch size="small" aria-label={t('keepOld')} checked={keepOld} onChange={setKeepOld} />
              <span aria-hidden="true">{t('keepOld')}</span>
            </span>
          )}
          <Input
            aria-label={t('message')}
            placeholder={t('message')}
            maxLength={limits.versionMessageLength}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          {error && <Refused error={error} onAgain={onAgain} />}
          <Act kind="primary" may="page:edit" sends busy={isPending} onClick={() => void move()}>
            {t('move')}
          </Act>
        </div>
      </Card>
    </>
  )
}

function Summary({ plan, consequences, isWhole }: { plan: MovePlan; consequences: Consequences; isWhole: boolean }) {
  const t = useText(rebindingText)
  const { moved, unbound, lost, open } = consequences
  return (
    <ul className="move-summary">
      <li>{t('countPages', { count: plan.pages.length })}</li>
      <li>{t('countWidgets', { count: moved })}</li>
      {isWhole && <li>{t('countMvars', { count: plan.mvars })}</li>}
      {isWhole && plan.customReports > 0 && <li>{t('countReports', { count: plan.customReports })}</li>}
      {unbound > 0 && <li data-warn="">{t('countUnbound', { count: unbound })}</li>}
      {lost && <li data-warn="">{t('lost')}</li>}
      {open > 0 && <li data-warn="">{t('countOpen', { count: open })}</li>}
      <li className="move-quiet">{t('undo')}</li>
    </ul>
  )
}

type Stale = { page?: { title: string; version: number; savedBy: string } }

/** The error of a move; after a conflict, names the page that was saved in the meantime. */
function Refused({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const t = useText(rebindingText)
  const named = useName()
  const isStale = error instanceof ApiError && error.code === errorCode('staleVersion')
  const page = isStale ? (error.data as Stale | null)?.page : undefined
  const told = page && { title: named(page.title), name: page.savedBy || '—', version: page.version }
  const words = told ? t('stale', told) : error instanceof Error ? error.message : ''
  return (
    <p className="form-fault" role="alert">
      <span>{words}</span>
      {isStale && <PlainAct onClick={onAgain}>{t('reload')}</PlainAct>}
    </p>
  )
}
