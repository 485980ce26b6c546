// The custom reports of a project: list, view or editor, depending on the address.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { CardWaiting } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { CustomReportId, customReportInfo } from './contract.ts'
import { type Draft, draftOf, emptyField, plainBucket } from './draft.ts'
import { ReportEditor } from './report-editor.tsx'
import { ReportList } from './report-list.tsx'
import { ReportView } from './report-view.tsx'
import { reportText } from './text.ts'
import './reports.css'

const fresh = (): Draft => ({ title: '', bucket: plainBucket, zone: null, fields: [emptyField([])], roles: [] })

export function ProjectReports({ id }: { id: ProjectId }) {
  const { path, search, go } = usePlace()
  const [draft, setDraft] = useState<Draft>()
  const at = (report: string, edit = '') => withSearch(path, { id: String(id), tab: 'reports', report, edit })
  const asked = CustomReportId.safeParse(search.report)
  const list = at('')
  if (search.report === 'new')
    return (
      <ReportEditor
        projectId={id}
        id={null}
        first={draft ?? fresh()}
        onSaved={(report) => go(at(String(report)), { replace: true })}
        onCancel={() => go(list)}
      />
    )
  if (asked.success)
    return (
      <OneReport
        projectId={id}
        id={asked.data}
        isEdited={search.edit === '1'}
        links={{ list, view: at(String(asked.data)), edit: at(String(asked.data), '1') }}
      />
    )
  return (
    <ReportList
      projectId={id}
      to={(report, isEdited) => at(String(report), isEdited ? '1' : '')}
      onAdd={(example) => {
        setDraft(example)
        go(at('new'))
      }}
    />
  )
}

type Links = Record<'list' | 'view' | 'edit', string>

function OneReport({
  projectId,
  id,
  isEdited,
  links,
}: {
  projectId: ProjectId
  id: CustomReportId
  isEdited: boolean
  links: Links
}) {
  const t = useText(reportText)
  const { go } = usePlace()
  const { data, error, refetch } = useQuery(queryOf(customReportInfo, { id }))
  if ((error as { code?: number } | null)?.code === errorCode('notFound'))
    return (
      <EmptyState kind="goneAway" icon="report" act={<Go to={links.list}>{t('toList')}</Go>}>
        {t('gone')}
      </EmptyState>
    )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  if (!isEdited) return <ReportView report={data} links={links} />
  return (
    <ReportEditor
      projectId={projectId}
      id={id}
      first={draftOf(data)}
      onSaved={() => go(links.view, { replace: true })}
      onCancel={() => go(links.view)}
    />
  )
}
