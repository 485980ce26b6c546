// The product's own help, built into it: pages, search and error codes; it needs no internet connection.
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import './help.css'
import { linkError } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { codesKey, findCodes } from './codes.ts'
import { HelpArticle } from './help-article.tsx'
import { HelpCodes } from './help-codes.tsx'
import { type HelpPage, helpSections } from './part-source.ts'
import { firstHelp, searchHelp } from './rules.ts'
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
        <HelpNavigation pages={pages ?? []} current={key} />
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
            <HelpArticle pages={pages} current={key} first={first} />
          )}
        </div>
      </div>
    </>
  )
}

function HelpNavigation({ pages, current }: { pages: readonly HelpPage[]; current: string }) {
  const t = useText(helpText)
  return (
    <nav className="help-navigation" aria-label={t('pages')}>
      {helpSections.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          {pages
            .filter((page) => page.section === section)
            .map(({ key, title }) => (
              <Go key={key} to={`/help/${key}`} current={key === current}>
                {title}
              </Go>
            ))}
          {section === 'lookUp' && (
            <Go to={`/help/${codesKey}`} current={current === codesKey}>
              {t('codes')}
            </Go>
          )}
        </section>
      ))}
    </nav>
  )
}

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
