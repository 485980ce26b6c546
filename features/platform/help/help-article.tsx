// An article of the help, with links to the previous and the next one.
import type { MouseEvent } from 'react'
import { Go, usePlace } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { HelpPage } from './part-source.ts'
import { helpText } from './text.ts'

type Shown = {
  pages: readonly HelpPage[]
  current: string
  /** The key of the page to open instead of one that does not exist. */
  first: string
}

export function HelpArticle({ pages, current, first }: Shown) {
  const t = useText(helpText)
  const { go } = usePlace()
  const at = pages.findIndex(({ key }) => key === current)
  const page = pages[at]
  if (!page) {
    const title = pages.find(({ key }) => key === first)?.title ?? ''
    return (
      <EmptyState kind="goneAway" icon="search" act={<Go to={`/help/${first}`}>{t('toFirst', { title })}</Go>}>
        {t('unknown')}
      </EmptyState>
    )
  }
  const [before, next] = [pages[at - 1], pages[at + 1]]
  // Links to screens of the product open within the application, without a reload.
  const follow = (event: MouseEvent) => {
    const to = (event.target as Element).closest('a')?.getAttribute('href')
    if (!to?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <article className="help-article" onClick={follow}>
        <h1>{page.title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from docs/help, no user's text */}
        <div dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
      <footer className="help-turn">
        {before && <Go to={`/help/${before.key}`}>{t('before', { title: before.title })}</Go>}
        {next && <Go to={`/help/${next.key}`}>{t('next', { title: next.title })}</Go>}
      </footer>
    </>
  )
}
