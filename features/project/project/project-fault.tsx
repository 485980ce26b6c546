// In place of a project or of its page that cannot be shown: a title, the way back to the projects, and the reason.
import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { projectText } from './text.ts'

export function ProjectFault({ children }: { children: ReactNode }) {
  const t = useText(projectText)
  return (
    <>
      <PageHeader title={t('page')} above={{ to: '/monitor/gm/ocInfo', label: t('centres') }} />
      {children}
    </>
  )
}
