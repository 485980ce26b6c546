// The intermediate variables of a project.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Go } from '../../../ui/place.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { deleteMvar, type Mvar, queryMvars } from '../mvar/contract.ts'
import { FormulaWords } from '../mvar/formula-words.tsx'
import { MvarForm } from '../mvar/mvar-form.tsx'
import { mvarText } from '../mvar/text.ts'

type AlarmsPath = (mvarId: Mvar['id']) => string

/**
 * The list of a project's intermediate variables. `alarmsPath`: returns the address of the alarm rules of a variable.
 */
export function ProjectMvars({ id, alarmsPath }: { id: ProjectId; alarmsPath: AlarmsPath }) {
  const t = useText(mvarText)
  const named = useName()
  const remove = useConfirmed(deleteMvar)
  const askRemove = (mvar: Mvar) => {
    const name = named(mvar.title)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id: mvar.id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <ListRoom<Mvar>
      isPart
      title={t('mvars')}
      may="project:edit"
      add={{ label: t('add') }}
      empty={{ icon: 'chart', about: t('about') }}
      columns={useColumns(alarmsPath)}
      query={useQuery(queryOf(queryMvars, { projectId: id }))}
      search={t('search')}
      acts={(mvar, edit) => [
        { label: t('change'), onClick: edit },
        { label: t('delete'), onClick: () => void askRemove(mvar) },
      ]}
      form={(mvar, onClose) => <MvarForm projectId={id} {...{ mvar, alarmsPath, onClose }} />}
    />
  )
}

function useColumns(alarmsPath: AlarmsPath): Column<Mvar>[] {
  const t = useText(mvarText)
  const named = useName()
  return [
    {
      ...{ key: 'title', title: t('title'), sort: true, phone: 'title' },
      cell: ({ title }) => named(title),
      text: ({ title }) => `${named(title)} ${title}`,
    },
    {
      ...{ key: 'formula', title: t('formulaColumn') },
      cell: ({ formula, inputs }) => <FormulaWords formula={formula} inputs={inputs} />,
      text: ({ inputs }) => inputs.map(({ title, subTitle }) => `${named(subTitle)} ${named(title)}`).join(' '),
    },
    { key: 'unit', title: t('unit'), phone: 'hide' },
    {
      ...{ key: 'alarms', title: t('alarms'), sort: true, phone: 'end' },
      text: ({ alarmRuleCount }) => alarmRuleCount,
      cell: ({ id, title, alarmRuleCount }) => (
        <Go to={alarmsPath(id)} label={withHeading(t('alarms'), named(title))}>
          {alarmRuleCount === 0 ? t('addAlarms') : formatNumber(alarmRuleCount)}
        </Go>
      ),
    },
  ]
}
