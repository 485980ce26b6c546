// The product's own help, built into it: pages, search and error codes; it needs no internet connection.
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import './help.css'
import { linkError } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { codesKey, findCodes } from './codes.ts'
import { HelpArticle } from './help-article.tsx'
import { HelpCodes } from './help-codes.tsx'
import { type HelpPage, helpSections } from './part-source.ts'
import { firstHelp, isOwnHelp, searchHelp } from './rules.ts'
import { helpText } from './text.ts'

const loaders = { en: () => import('gatehouse-help:en'), 'zh-cn': () => import('gatehouse-help:zh-cn') }

/** Loads the pages of a language; they are part of the program, so that a failure means the platform is unreachable. */
export const helpPages = (language: Language) => ({
  queryKey: ['help', language],
  queryFn: (): Promise<readonly HelpPage[]> =>
    loaders[language]().then(
      (module) => module.default,
      (error: unknown) => {
        throw linkError('unreachable', 0, error)
      },
    ),
  staleTime: Number.POSITIVE_INFINITY,
})

export default function HelpRoom() {
  const t = useText(helpText)
  const { params, search, note } = usePlace()
  const { data: pages, error, refetch } = useQuery(helpPages(useLanguage()))
  const asked = search.q ?? ''
  const first = firstHelp(useMay())
  const key = params.key ?? first
  const isOwn = useOwnHelp(first)
  const own = pages?.filter(isOwn) ?? []
  const isOther = key !== codesKey && !own.some((page) => page.key === key)
  return (
    <>
      <PageHeader title={t('title')}>
        <Input.Search
          className="help-search"
          aria-label={t('search')}
          placeholder={t('search')}
          allowClear
          value={asked}
          onChange={({ target }) => note({ q: target.value })}
        />
      </PageHeader>
      <div className="help-room">
        <HelpNavigation own={own} others={pages?.filter((page) => !isOwn(page)) ?? []} current={key} />
        <div className="help-main">
          {!pages ? (
            error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton lines={12} />
            )
          ) : asked.trim() ? (
            <HelpFound pages={pages} asked={asked} />
          ) : key === codesKey ? (
            <HelpCodes />
          ) : (
            <HelpArticle pages={isOther ? pages : own} current={key} first={first} />
          )}
        </div>
      </div>
    </>
  )
}

/** Whether a page is about functions that the account has. */
function useOwnHelp(first: string): (page: HelpPage) => boolean {
  const may = useMay()
  const { pages } = useNavigationTree()
  const open = new Set(pages.filter((route) => may(route.may)).map(({ path }) => path))
  return ({ key }) => isOwnHelp(key, (path) => open.has(path), first)
}

type Pages = readonly HelpPage[]

type Contents = { own: Pages; others: Pages; current: string }

/** The contents beside the page; on a phone above it, folded until the user opens them. */
function HelpNavigation({ own, others, current }: Contents) {
  const t = useText(helpText)
  const narrow = useNarrow()
  const title = current === codesKey ? t('codes') : [...own, ...others].find(({ key }) => key === current)?.title
  const contents = <HelpContents {...{ own, others, current }} />
  return (
    <nav className="help-navigation" aria-label={t('pages')}>
      {narrow ? (
        // Another page is another element, which is folded again.
        <details key={current}>
          <summary>{title ? withHeading(t('contents'), title) : t('contents')}</summary>
          {contents}
        </details>
      ) : (
        contents
      )}
    </nav>
  )
}

/** Pages about functions of the account, and the others under More. */
function HelpContents({ own, others, current }: Contents) {
  const t = useText(helpText)
  return (
    <>
      {helpSections.map((section) => (
        <HelpSection key={section} section={section} pages={own} current={current} />
      ))}
      {others.length > 0 && (
        <details open={others.some(({ key }) => key === current)}>
          <summary>{t('more')}</summary>
          <HelpLinks pages={others} current={current} />
        </details>
      )}
    </>
  )
}

function HelpSection({ section, pages, current }: { section: HelpPage['section']; pages: Pages; current: string }) {
  const t = useText(helpText)
  const inside = pages.filter((page) => page.section === section)
  const hasCodes = section === 'lookUp'
  if (inside.length === 0 && !hasCodes) return null
  return (
    <section>
      <h2>{t(section)}</h2>
      <HelpLinks pages={inside} current={current} />
      {hasCodes && (
        <Go to={`/help/${codesKey}`} current={current === codesKey}>
          {t('codes')}
        </Go>
      )}
    </section>
  )
}

const HelpLinks = ({ pages, current }: { pages: Pages; current: string }) =>
  pages.map(({ key, title }) => (
    <Go key={key} to={`/help/${key}`} current={key === current}>
      {title}
    </Go>
  ))

function HelpFound({ pages, asked }: { pages: readonly HelpPage[]; asked: string }) {
  const t = useText(helpText)
  const words = useText(uiText)
  const language = useLanguage()
  const { note } = usePlace()
  const hits = searchHelp(pages, asked)
  const codes = findCodes(asked, language)
  if (hits.length + codes.length === 0)
    return (
      <EmptyState
        kind="filteredOut"
        icon="search"
        act={<PlainAct onClick={() => note({ q: '' })}>{words('clearFilter')}</PlainAct>}
      >
        {t('none')}
      </EmptyState>
    )
  return (
    <>
      <p className="help-count" role="status">
        {t('found', { count: hits.length + codes.length })}
      </p>
      <ul className="help-hits">
        {hits.map(({ page, excerpt }) => (
          <li key={page.key}>
            <Go to={`/help/${page.key}`}>{page.title}</Go>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
      {codes.length > 0 && <HelpCodes codes={codes} />}
    </>
  )
}
