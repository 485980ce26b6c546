// Firmware of gateways, for the platform's staff: versions, and staged upgrades. [S2 system/hardware]
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './firmware.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatSize, formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useText } from '../../../ui/words.ts'
import { deleteFirmware, type Firmware, queryFirmware, queryRuns, type Run } from './contract.ts'
import { AddFirmware, EditNotes } from './firmware-form.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { RunProgress } from './run-progress.tsx'
import { SigningKey } from './signing-key.tsx'
import { StartRun } from './start-run.tsx'
import { runWords } from './state-words.ts'
import { firmwareText } from './text.ts'

const refreshMs = 5000
type Open = { as: 'add' } | { as: 'edit' | 'start'; firmware: Firmware }

export default function FirmwarePage() {
  const t = useText(firmwareText)
  const { path, search } = usePlace()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const view = search.view === 'upgrades' || search.view === 'key' ? search.view : 'versions'
  return (
    <>
      <PageHeader title={t('title')}>
        <Act kind="primary" icon="plus" sends may="firmware:edit" onClick={() => setOpen({ as: 'add' })}>
          {t('add')}
        </Act>
      </PageHeader>
      <Tabs
        label={t('title')}
        tabs={[
          { to: path, label: t('versions'), current: view === 'versions' },
          { to: withSearch(path, { view: 'upgrades' }), label: t('upgrades'), current: view === 'upgrades' },
          { to: withSearch(path, { view: 'key' }), label: t('signingKey'), current: view === 'key' },
        ]}
      />
      {view === 'versions' && <Versions onOpen={setOpen} />}
      {view === 'upgrades' && <Runs />}
      {view === 'key' && <SigningKey />}
      {open?.as === 'add' && <AddFirmware onClose={close} />}
      {open?.as === 'edit' && <EditNotes firmware={open.firmware} onClose={close} />}
      {open?.as === 'start' && <StartRun firmware={open.firmware} onClose={close} />}
    </>
  )
}

function Versions({ onOpen }: { onOpen: (open: Open) => void }) {
  const t = useText(firmwareText)
  const zone = useZone()
  const list = useList()
  const { pageNo, pageSize } = list
  const query = useQuery({ ...queryOf(queryFirmware, { pageNo, pageSize }), placeholderData: keepPreviousData })
  const columns: Column<Firmware>[] = [
    { key: 'version', title: t('version') },
    { key: 'model', title: t('model') },
    { key: 'notes', title: t('notes'), phone: 'hide' },
    {
      key: 'sizeBytes',
      title: t('size'),
      align: 'right',
      phone: 'hide',
      cell: ({ sizeBytes }) => formatSize(sizeBytes),
    },
    { key: 'gateways', title: t('gateways'), align: 'right', cell: ({ gateways }) => formatNumber(gateways) },
    {
      key: 'sha256',
      title: t('hash'),
      phone: 'hide',
      cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}</code>,
    },
    {
      key: 'createdAt',
      zone,
      title: t('createdAt'),
      width: 170,
      phone: 'hide',
      cell: ({ createdAt }) => formatTime(createdAt, zone),
    },
  ]
  return (
    <DataTable
      label={t('versions')}
      columns={columns}
      query={query}
      list={list}
      keyOf={({ id }) => id}
      acts={(firmware) => <VersionActs firmware={firmware} onOpen={onOpen} />}
      empty={<EmptyState icon="upload">{t('none', { about: t('about') })}</EmptyState>}
    />
  )
}

function VersionActs({ firmware, onOpen }: { firmware: Firmware; onOpen: (open: Open) => void }) {
  const t = useText(firmwareText)
  const remove = useMutation(mutationOf(deleteFirmware))
  const { id, model, version } = firmware
  const askDelete = async () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: `${model} ${version}`, danger: true }
    if (await confirm(question)) remove.mutate({ id })
  }
  return (
    <span className="firmware-acts">
      <Act kind="link" sends may="firmware:edit" onClick={() => onOpen({ as: 'start', firmware })}>
        {t('upgrade')}
      </Act>
      <Act kind="link" sends may="firmware:edit" onClick={() => onOpen({ as: 'edit', firmware })}>
        {t('edit')}
      </Act>
      <Act kind="link" sends may="firmware:edit" onClick={() => void askDelete()}>
        {t('delete')}
      </Act>
    </span>
  )
}

function Runs() {
  const t = useText(firmwareText)
  const zone = useZone()
  const { path, search, go } = usePlace()
  const list = useList()
  const { pageNo, pageSize } = list
  const query = useQuery({
    ...queryOf(queryRuns, { pageNo, pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const columns: Column<Run>[] = [
    { key: 'version', title: t('run'), cell: ({ model, version }) => `${model} ${version}` },
    { key: 'state', title: t('state'), cell: ({ state }) => t(runWords[state]), phone: 'end' },
    { key: 'done', title: t('progress'), cell: (run) => <RunProgress run={run} /> },
    { key: 'author', title: t('author'), phone: 'hide' },
    { key: 'createdAt', zone, title: t('createdAt'), width: 170, cell: ({ createdAt }) => formatTime(createdAt, zone) },
  ]
  return (
    <>
      <DataTable
        label={t('upgrades')}
        columns={columns}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => withSearch(path, { ...search, run: id })}
        empty={<EmptyState icon="upload">{t('runsNone')}</EmptyState>}
      />
      {search.run && <RunDrawer id={Number(search.run)} onClose={() => go(withSearch(path, { ...search, run: '' }))} />}
    </>
  )
}
