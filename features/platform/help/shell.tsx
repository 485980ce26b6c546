import { usePlace } from '../../../ui/place.tsx'
import { shellPart } from '../../../ui/shell-part.ts'
import { HelpMark } from '../open/help-mark.tsx'

function TopEnd() {
  const { path } = usePlace()
  return path.startsWith('/help') ? null : <HelpMark />
}

export default shellPart({
  userMenu: [{ key: 'help', label: { en: 'Help', 'zh-cn': '帮助' }, icon: 'help', may: 'signedIn', to: '/help' }],
  TopEnd,
})
