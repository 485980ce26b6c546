// The custom reports of a project; if there are none, examples.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
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
  const named = useName()
  const remove = useConfirmed(deleteCustomReport)
  const askRemove = ({ id, title }: CustomReportHead) => {
    const name = named(title)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <ListRoom<CustomReportHead>
      isPart
      title={t('reports')}
      may="project:edit"
      add={{ label: t('add'), onClick: () => onAdd(undefined) }}
      empty={{ icon: 'report', about: t('about'), below: <Examples onAdd={onAdd} /> }}
      columns={useColumns()}
      query={useQuery(queryOf(queryCustomReports, { projectId }))}
      to={({ id }) => to(id, false)}
      search={t('search')}
      acts={(report) => [
        { label: t('edit'), onClick: () => go(to(report.id, true)) },
        { label: t('delete'), onClick: () => void askRemove(report) },
      ]}
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
