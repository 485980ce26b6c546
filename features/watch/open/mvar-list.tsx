// The intermediate variables of a project.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { Go } from '../../../ui/place.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
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
  const list = useList()
  const query = useQuery(queryOf(queryMvars, { projectId: id }))
  const [asked, setAsked] = useState<Mvar | 'add'>()
  const remove = useRemove()
  const add = (
    <Act kind="primary" icon="plus" may="project:edit" onClick={() => setAsked('add')}>
      {t('add')}
    </Act>
  )
  return (
    <>
      <DataTable<Mvar>
        label={t('mvars')}
        columns={useColumns(alarmsPath)}
        query={query}
        list={list}
        keyOf={({ id: key }) => key}
        {...((query.data ?? []).length > 0 ? { search: t('search'), filter: add } : {})}
        acts={(mvar) => (
          <>
            <Act kind="link" may="project:edit" onClick={() => setAsked(mvar)}>
              {t('change')}
            </Act>
            <Act kind="link" may="project:edit" onClick={() => void remove(mvar)}>
              {t('delete')}
            </Act>
          </>
        )}
        empty={
          <EmptyState icon="chart" may="project:edit" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {asked && (
        <MvarForm
          projectId={id}
          mvar={asked === 'add' ? undefined : asked}
          alarmsPath={alarmsPath}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
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

/** Asks for confirmation, deletes, shows a message. */
function useRemove() {
  const t = useText(mvarText)
  const { mutate } = useMutation(mutationOf(deleteMvar))
  const named = useName()
  return async ({ id, title }: Mvar) => {
    const name = named(title)
    const question = {
      title: t('deleteTitle'),
      act: t('delete'),
      target: name,
      note: t('deleteNote'),
      danger: true,
    }
    if (await confirm(question)) mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
}
