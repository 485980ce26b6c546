import { Logo } from '../../ui/icon.tsx'
import { Go, usePlace } from '../../ui/place.tsx'
import { uiText } from '../../ui/text.ts'
import { useText } from '../../ui/words.ts'
import { webText } from './text.ts'

/** The page for unknown addresses. [S2] */
export default function NotFoundPage() {
  const t = useText(webText)
  const ui = useText(uiText)
  const { search } = usePlace()
  return (
    <main className="plain-page">
      <Logo size={36} />
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundNote')}</p>
      {search.from && <pre>{search.from}</pre>}
      <div className="plain-acts">
        <Go to="/" className="act act-primary">
          {ui('toStart')}
        </Go>
      </div>
    </main>
  )
}
