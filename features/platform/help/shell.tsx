import { shellPart } from '../../../ui/shell-part.ts'
import { HelpMark } from '../open/help-mark.tsx'

export default shellPart({
  userMenu: [{ key: 'help', label: { en: 'Help', 'zh-cn': '帮助' }, icon: 'help', may: 'signedIn', to: '/help' }],
  TopEnd: HelpMark,
})
