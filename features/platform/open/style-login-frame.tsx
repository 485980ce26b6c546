// Frame of the pages before the login: language, theme, and a card. Without antd, because they must load fast.
import { type ReactNode, useState } from 'react'
import { Logo } from '../../../ui/icon.tsx'
import { chooseLanguage, screenLanguages, useLanguage, useScreenLanguage } from '../../../ui/language.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { setTheme, useTone } from '../../../ui/theme.ts'
import { useText } from '../../../ui/words.ts'
import '../style/login-frame.css'
import { styleText } from '../style/text.ts'
import { useFace } from './style-face.ts'

/** The frame around a page before the login, with the name of the organisation's style as its default title. */
export function LoginFrame({
  title,
  about,
  note,
  isWide = false,
  children,
}: {
  /** The title; by default the product's name. */
  title?: string
  about?: ReactNode
  note?: ReactNode
  /** A wider frame, for pages with several steps. */
  isWide?: boolean
  children: ReactNode
}) {
  const language = useLanguage()
  const product = useFace().login.title[language]
  return (
    <div className="login">
      <LoginTop />
      <main className="login-main">
        <div className={isWide ? 'login-card login-card-wide' : 'login-card'}>
          <h1>
            <Logo size={30} />
            {title ?? product}
          </h1>
          {about && <p className="login-about">{about}</p>}
          {note && <p className="login-note">{note}</p>}
          {children}
        </div>
      </main>
    </div>
  )
}

function LoginTop() {
  const t = useText(styleText)
  const now = useScreenLanguage()
  const tone = useTone()
  const [isMissing, setMissing] = useState(false)
  const choose = (code: string) =>
    chooseLanguage(code).then(
      () => setMissing(false),
      () => setMissing(true),
    )
  return (
    <header className="login-top">
      <div className="login-languages">
        {screenLanguages().map(({ value, label, html }) => (
          <button key={value} type="button" lang={html} aria-pressed={value === now} onClick={() => void choose(value)}>
            {label}
          </button>
        ))}
        {isMissing && <span role="alert">{uiText.t('loadFailed')}</span>}
      </div>
      <IconAct
        icon={tone === 'dark' ? 'moon' : 'sun'}
        label={t(tone === 'dark' ? 'toLight' : 'toDark')}
        onClick={() => setTheme(tone === 'dark' ? 'light' : 'dark')}
      />
    </header>
  )
}
