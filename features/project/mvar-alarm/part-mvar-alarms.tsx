// The alarm rules over an intermediate variable: the list or the editor, depending on the address.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { MvarId } from '../../../contract/fields.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { queryMvars } from '../../watch/mvar/contract.ts'
import { queryMvarAlarms } from './contract.ts'
import { alarmsPath } from './part-places.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleList } from './rule-list.tsx'
import { mvarAlarmText } from './text.ts'

export function MvarAlarms({ projectId, of }: { projectId: ProjectId; of: string }) {
  const t = useText(mvarAlarmText)
  const { search, go } = usePlace()
  const asked = MvarId.safeParse(of)
  const mvars = useQuery(queryOf(queryMvars, { projectId }))
  const mvar = mvars.data?.find(({ id }) => id === asked.data)
  const rules = useQuery({ ...queryOf(queryMvarAlarms, { mvarId: mvar?.id ?? MvarId.parse(1) }), enabled: !!mvar })
  const error = mvars.error ?? rules.error
  const failed = (!mvars.data || (mvar && !rules.data)) && error
  if (failed) return <ErrorState error={failed} onRetry={() => void (mvars.error ? mvars : rules).refetch()} />
  if (!mvars.data || (mvar && !rules.data)) return <Skeleton lines={10} />
  const rule = rules.data?.rules.find(({ id }) => String(id) === search.rule)
  if (!mvar || !rules.data || (search.rule && search.rule !== 'new' && !rule)) {
    const back = (
      <PlainAct onClick={() => go(alarmsPath(projectId, mvar?.id))}>{t(mvar ? 'toRules' : 'toVariables')}</PlainAct>
    )
    return (
      <EmptyState kind="goneAway" icon="alarm" act={back}>
        {t('gone')}
      </EmptyState>
    )
  }
  if (!search.rule) return <RuleList mvar={mvar} query={{ ...rules, data: rules.data }} />
  return <RuleEditor key={search.rule} mvar={mvar} known={rules.data} rule={rule} />
}
