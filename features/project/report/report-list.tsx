// The custom reports of a project; if there are none, examples.
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type CustomReportHead, type CustomReportId, deleteCustomReport, queryCustomReports } from './contract.ts'
import type { Draft } from './draft.ts'
import { examples } from './examples.ts'
import { useRowWords } from './row-words.ts'
import { reportText } from './text.ts'

type Props = {
  projectId: ProjectId
  to: (id: CustomReportId, isEdited: boolean) => string
  onAdd: (example: Draft | undefined) => void
}

export function ReportList({ projectId, to, onAdd }: Props) {
  const t = useText(reportText)
  const { go } = usePlace()
  const list = useList()
  const query = useQuery(queryOf(queryCustomReports, { projectId }))
  const remove = useRemove()
  const columns = useColumns()
  const add = (
    <Act kind="primary" icon="plus" may="project:edit" onClick={() => onAdd(undefined)}>
      {t('add')}
    </Act>
  )
  return (
    <DataTable<CustomReportHead>
      label={t('reports')}
      columns={columns}
      query={query}
      list={list}
      keyOf={({ id }) => id}
      to={({ id }) => to(id, false)}
      {...((query.data ?? []).length > 0 ? { search: t('search'), filter: add } : {})}
      acts={(report) => (
        <>
          <Act kind="link" may="project:edit" onClick={() => go(to(report.id, true))}>
            {t('edit')}
          </Act>
          <Act kind="link" may="project:edit" onClick={() => void remove(report)}>
            {t('delete')}
          </Act>
        </>
      )}
      empty={
        <div className="report-empty">
          <EmptyState icon="report" may="project:edit" act={add}>
            {t('about')}
          </EmptyState>
          <Examples onAdd={onAdd} />
        </div>
      }
    />
  )
}

function Examples({ onAdd }: Pick<Props, 'onAdd'>) {
  const t = useText(reportText)
  const may = useMay()
  if (!may('project:edit')) return null
  return (
    <section className="report-examples" aria-label={t('examples')}>
      <p>{t('examples')}</p>
      <div>
        {examples().map(({ key, title, note, draft }) => (
          <button key={key} type="button" onClick={() => onAdd(draft)}>
            <strong>{title}</strong>
            <small>{note}</small>
          </button>
        ))}
      </div>
    </section>
  )
}

function useColumns(): Column<CustomReportHead>[] {
  const t = useText(reportText)
  const zone = useZone()
  const named = useName()
  const rowWords = useRowWords()
  return [
    {
      ...{ key: 'title', title: t('title'), sort: true, phone: 'title' },
      cell: ({ title }) => named(title),
      text: ({ title }) => `${named(title)} ${title}`,
    },
    {
      ...{ key: 'rows', title: t('rows') },
      cell: ({ bucket }) => rowWords(bucket),
      text: ({ bucket }) => rowWords(bucket),
    },
    {
      ...{ key: 'fields', title: t('fields') },
      cell: ({ fieldTitles }) => (
        <span className="report-fields">{joinWords(fieldTitles.map((each) => named(each)))}</span>
      ),
      text: ({ fieldTitles }) => fieldTitles.map((each) => named(each)).join(' '),
    },
    {
      ...{ key: 'updatedAt', zone, title: t('updatedAt'), sort: true, phone: 'hide' },
      cell: ({ updatedAt }) => formatTime(updatedAt, zone),
    },
  ]
}

/** Asks for confirmation, deletes, shows a message. */
function useRemove() {
  const t = useText(reportText)
  const { mutate } = useMutation(mutationOf(deleteCustomReport))
  const named = useName()
  return async ({ id, title }: CustomReportHead) => {
    const name = named(title)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote'), danger: true }
    if (await confirm(question)) mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
}
