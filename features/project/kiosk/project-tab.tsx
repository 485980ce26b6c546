import type { ProjectTab } from '../project/part-tab.ts'
import { ProjectDisplays } from './part-displays.tsx'

export default {
  key: 'displays',
  place: 70,
  label: { en: 'Displays', 'zh-cn': '大屏' },
  may: 'share:edit',
  Body: ({ project: { id, pageList } }) => <ProjectDisplays id={id} pages={pageList} />,
} satisfies ProjectTab
