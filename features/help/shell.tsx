import './help-mark.css'
import { Icon } from '../../ui/icon.tsx'
import { Go, usePlace } from '../../ui/place.tsx'
import { shellPart } from '../../ui/shell-part.ts'
import { useText } from '../../ui/words.ts'
import { helpOf } from './rules.ts'
import { helpText } from './text.ts'

/** Opens the page about the screen that is shown. */
function HelpMark() {
  const t = useText(helpText)
  const { path } = usePlace()
  if (path.startsWith('/help')) return null
  return (
    <Go to={`/help/${helpOf(path)}`} className="icon-act help-mark" label={t('ofScreen')}>
      <Icon name="help" />
    </Go>
  )
}

export default shellPart({
  userMenu: [{ key: 'help', label: { en: 'Help', 'zh-cn': '帮助' }, icon: 'help', may: 'signedIn', to: '/help' }],
  TopEnd: HelpMark,
})
