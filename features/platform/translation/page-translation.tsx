// The organisation's names in both languages: missing translations are listed first, and edited in place.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import './translation.css'
import { call, queryOf } from '../../../contract/call.ts'
import { csvFaultText } from '../../../contract/csv.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { download } from '../../../ui/download.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { renewNames } from '../open/translation-name.ts'
import { type NameRow, queryNames, saveTranslations, type Translation } from './contract.ts'
import { fromCsv, toCsv } from './csv.ts'
import { mayTranslate, missingIn } from './rules.ts'
import { translationText } from './text.ts'

export default function TranslationPage() {
  const t = useText(translationText)
  const list = useList({ show: '' })
  const query = useQuery(queryOf(queryNames, {}))
  const missing = query.data?.filter((row) => missingIn(row).length > 0)
  const rows = list.filters.show === 'missing' ? missing : query.data
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.length}>
        <Files rows={query.data ?? []} />
      </PageHeader>
      <p className="translation-about">{t('about')}</p>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={{ data: rows, error: query.error, refetch: query.refetch }}
        list={list}
        keyOf={({ source }) => source}
        search={t('search')}
        filter={
          <Segmented
            label={t('show')}
            value={list.filters.show}
            options={[
              { value: '', label: t('all') },
              { value: 'missing', label: t('missing'), count: missing?.length },
            ]}
            onChange={(show) => list.setFilter({ show })}
          />
        }
        empty={<EmptyState icon="log">{t('empty')}</EmptyState>}
      />
    </>
  )
}

/** Saves, and updates every screen. The list keeps its order, so that no row moves under the cursor. */
function useSave() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (entries: Translation[]) => call(saveTranslations, { entries }),
    onSuccess: (_, entries) => {
      const saved = new Map(entries.map((entry) => [entry.source, entry]))
      queries.setQueryData(queryOf(queryNames, {}).queryKey, (rows: NameRow[] | undefined) =>
        rows?.map((row) => ({ ...row, ...saved.get(row.source) })),
      )
      void renewNames()
    },
  })
}

function useColumns(): Column<NameRow>[] {
  const t = useText(translationText)
  const save = useSave()
  const may = useMay()
  const field = (key: 'en' | 'zh'): Column<NameRow> => ({
    key,
    title: t(key),
    text: (row) => row[key] ?? '',
    cell: (row) => {
      const isMissing = missingIn(row).includes(key === 'en' ? 'en' : 'zh-cn')
      return (
        <span className="translation-cell" data-language={t(key)}>
          <NameField
            key={row[key] ?? ''}
            label={t('inLanguage', { name: row.source, language: t(key) })}
            value={row[key] ?? ''}
            // Without a translation of its own, a name is shown as it was given.
            placeholder={isMissing ? t('enter', { language: t(key) }) : row.source}
            isMissing={isMissing}
            isLocked={!mayTranslate(row, may)}
            onSave={(text) => save.mutate([{ ...pickOf(row), [key]: text || null }])}
          />
        </span>
      )
    },
  })
  const kinds = (row: NameRow) => (row.kinds.length ? joinWords(row.kinds.map((kind) => t(kind))) : t('unused'))
  return [
    { key: 'source', title: t('name'), sort: true, phone: 'title' },
    field('en'),
    field('zh'),
    { key: 'kinds', title: t('kinds'), cell: kinds, text: kinds, phone: 'hide' },
  ]
}

const pickOf = ({ source, en, zh }: NameRow): Translation => ({ source, en, zh })

function NameField({
  label,
  value,
  placeholder,
  isMissing,
  isLocked,
  onSave,
}: {
  label: string
  value: string
  /** The name itself if it is in this language, else the name of the missing language. */
  placeholder: string
  isMissing: boolean
  isLocked: boolean
  onSave: (text: string) => void
}) {
  return (
    <input
      type="text"
      className="translation-field"
      aria-label={label}
      data-missing={isMissing || undefined}
      placeholder={placeholder}
      defaultValue={value}
      maxLength={limits.translationLength}
      readOnly={isLocked}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        if (event.key === 'Escape') event.currentTarget.value = value
      }}
      onBlur={({ currentTarget }) => {
        const text = currentTarget.value.trim()
        if (text !== value) onSave(text)
      }}
    />
  )
}

function Files({ rows }: { rows: readonly NameRow[] }) {
  const t = useText(translationText)
  const queries = useQueryClient()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const bring = useMutation({
    mutationFn: async (file: File) => {
      const entries = fromCsv(await file.text())
      if ('fault' in entries) throw new Error(csvFaultText(entries.fault, language))
      if (entries.length === 0) throw new Error(t('noRows'))
      for (let from = 0; from < entries.length; from += limits.translationsAtOnce)
        await call(saveTranslations, { entries: entries.slice(from, from + limits.translationsAtOnce) })
      return entries.length
    },
    onSuccess: (count) => {
      toast.good(t('imported', { count }))
      void renewNames()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [queryNames.path] }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) bring.mutate(file)
          currentTarget.value = ''
        }}
      />
      <Act icon="download" onClick={() => download('translations.csv', toCsv(rows))}>
        {t('exportCsv')}
      </Act>
      <Act icon="upload" may="equipment:edit" busy={bring.isPending} onClick={() => input.current?.click()}>
        {t('importCsv')}
      </Act>
    </>
  )
}
