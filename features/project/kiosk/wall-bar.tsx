// The top bar of a wall: project, page, number of alarms, age of the values, and time.
import { formatAge, formatTime } from '../../../ui/format.ts'
import { Logo } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { SeverityMark, severities } from '../../../ui/marks.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { WallState } from './contract.ts'
import type { Ages } from './freshness.ts'
import { kioskText } from './text.ts'

type Props = {
  state: WallState
  now: number
  ages: Ages | null
  shown: number | undefined
  onShow: (pageId: number) => void
}

export function WallBar({ state, now, ages, shown, onShow }: Props) {
  const named = useName()
  const language = useLanguage()
  const { projectName, pages, counts, zone } = state
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: zone },
  })
  return (
    <header className="wall-bar">
      <Logo size={32} />
      <h1>{named(projectName)}</h1>
      <nav>
        {pages.length > 1 &&
          pages.map(({ id, title }) => (
            <button key={id} type="button" aria-current={id === shown || undefined} onClick={() => onShow(id)}>
              {named(title)}
            </button>
          ))}
      </nav>
      <div className="wall-counts">
        {severities.map((each) => (
          <span key={each} data-none={counts[each] === 0 || undefined}>
            <SeverityMark severity={each} count={counts[each]} />
          </span>
        ))}
      </div>
      <Contact ages={ages} />
      <time className="wall-clock">{formatTime(now, zone).slice(11)}</time>
      <span className="wall-date">{day.format(now)}</span>
    </header>
  )
}

/** Tenths of a second for ages below ten seconds. */
const short = (ms: number, language: 'en' | 'zh-cn'): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} ${language === 'en' ? 's' : '秒'}` : formatAge(ms, language)

const liveMs = 10_000

function Contact({ ages }: { ages: Ages | null }) {
  const t = useText(kioskText)
  const language = useLanguage()
  const link = useLink()
  if (link.state !== 'up')
    return (
      <span className="wall-contact" data-state="away">
        {t('awayShort')}
      </span>
    )
  if (!ages) return <span className="wall-contact">{t('noValues')}</span>
  const { newestMs } = ages
  if (newestMs === null) return <span className="wall-contact">{t('waiting')}</span>
  const isLive = newestMs < liveMs
  return (
    <span className="wall-contact" data-state={isLive ? 'live' : 'old'}>
      {t(isLive ? 'live' : 'lastValue', { age: short(newestMs, language) })}
    </span>
  )
}
