// Stores quarantined messages again, or removes them, after confirmation, and shows the result of each.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mutationOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { nothingShown } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Outcome, type QuarantineRow, type RelandOutcome, relandQuarantine, removeQuarantine } from './contract.ts'
import { canReland, tally } from './rules.ts'
import { quarantineText } from './text.ts'

type Row = Pick<QuarantineRow, 'id' | 'sn' | 'reason' | 'relandedAt'>

/** The two actions on the given rows, after `children`. */
export function QuarantineActs({
  rows,
  isHidden = false,
  onDone,
  children,
}: {
  rows: readonly Row[]
  /** The actions are hidden, because no row is left; only the result of an earlier action is shown. */
  isHidden?: boolean
  /** Called after a change, when the result has been shown. */
  onDone: () => void
  children?: ReactNode
}) {
  const t = useText(quarantineText)
  const reland = useMutation(mutationOf(relandQuarantine))
  const remove = useMutation(mutationOf(removeQuarantine))
  const [result, setResult] = useState<readonly RelandOutcome[]>()
  const relandable = rows.filter(canReland)
  const targetOf = ([first, ...others]: readonly Row[]) =>
    first && others.length === 0
      ? `${first.sn ?? nothingShown} · ${t('number')} ${first.id}`
      : t('target', { count: others.length + 1 })

  const askReland = async () => {
    const count = relandable.length
    const question = { title: t('relandTitle', { count }), act: t('reland'), target: targetOf(relandable) }
    if (!(await confirm({ ...question, note: t('relandNote') }))) return
    const done = (outcomes: readonly RelandOutcome[]) => {
      const { landed } = tally(outcomes)
      if (landed < outcomes.length) return setResult(outcomes)
      toast.good(t('relandDone', { count: landed }))
      onDone()
    }
    reland.mutate({ ids: relandable.map(({ id }) => id) }, { onSuccess: done })
  }
  const askRemove = async () => {
    const count = rows.length
    const question = { title: t('removeTitle', { count }), act: t('remove'), target: targetOf(rows), danger: true }
    if (!(await confirm({ ...question, note: t('removeNote') }))) return
    const done = ({ removed }: { removed: number }) => {
      toast.good(t('removed', { count: removed }))
      onDone()
    }
    remove.mutate({ ids: rows.map(({ id }) => id) }, { onSuccess: done })
  }
  const seen = () => {
    setResult(undefined)
    onDone()
  }
  const shown = result && <ResultDrawer outcomes={result} onClose={seen} />
  if (isHidden) return shown
  const none = rows.length === 0 && t('chooseFirst')
  return (
    <div className="quarantine-acts">
      {children}
      <Act
        icon="play"
        may="platform:admin"
        busy={reland.isPending}
        why={none || (relandable.length === 0 && t(whyNone(rows)))}
        onClick={() => void askReland()}
      >
        {t('reland')}
      </Act>
      <Act
        kind="danger"
        icon="trash"
        may="platform:admin"
        busy={remove.isPending}
        why={none}
        onClick={() => void askRemove()}
      >
        {t('remove')}
      </Act>
      {shown}
    </div>
  )
}

/** The reason why none of the rows can be reprocessed. */
function whyNone([first, ...others]: readonly Row[]): 'cannotReland' | 'frameDamagedAbout' | 'wasRelanded' {
  if (!first || others.length > 0) return 'cannotReland'
  return first.relandedAt === null ? 'frameDamagedAbout' : 'wasRelanded'
}

function ResultDrawer({ outcomes, onClose }: { outcomes: readonly RelandOutcome[]; onClose: () => void }) {
  const t = useText(quarantineText)
  const { landed } = tally(outcomes)
  const stayed = outcomes.filter(({ outcome }) => outcome !== 'landed')
  const about = (outcome: Outcome) => (outcome === 'landed' ? '' : t(`${outcome}About`))
  return (
    <SideDrawer open title={t('resultTitle')} onClose={onClose}>
      <p>{landed === 0 ? t('resultNone') : t('resultSome', { landed, count: outcomes.length })}</p>
      <ul className="quarantine-results">
        {stayed.map(({ id, outcome, detail }) => (
          <li key={id}>
            <strong>
              {t('number')} {id} · {t(outcome)}
            </strong>
            <p>{about(outcome)}</p>
            {detail && <p>{detail}</p>}
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}
