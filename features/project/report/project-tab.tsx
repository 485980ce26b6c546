import type { ProjectTab } from '../project/part-tab.ts'
import { ProjectReports } from './part-reports.tsx'

export default {
  key: 'reports',
  place: 40,
  label: { en: 'Custom reports', 'zh-cn': '自定义报表' },
  may: 'project:view',
  Body: ({ project: { id } }) => <ProjectReports id={id} />,
} satisfies ProjectTab
