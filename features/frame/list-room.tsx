// The screen of a list whose entries are added and changed in a drawer: head with the button that adds, table with the
// actions of each row, empty state, and the drawer. Loading, errors, paging and the phone form are those of the table.
import { type ComponentProps, Fragment, isValidElement, type ReactElement, type ReactNode, useState } from 'react'
import './list-room.css'
import type { Permission } from '../../contract/permissions.ts'
import { Act } from '../../ui/act.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useList } from '../../ui/list.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** An action of a row; its permission is that of the list by default. */
type RowAct = {
  label: string
  may?: Permission
  /** Why the action is refused now. */
  why?: string | undefined | false
  /** The action calls the platform directly. */
  sends?: boolean
  onClick: () => void
}

type Table<Row> = ComponentProps<typeof DataTable<Row>>
type OfTable<Row> = Omit<Table<Row>, 'label' | 'empty' | 'acts' | 'list' | 'keyOf'> &
  Partial<Pick<Table<Row>, 'list' | 'keyOf'>>

type Adding = {
  label: string
  /** The reason if nothing can be added. */
  why?: string | false | undefined
  sends?: boolean
  /** Opens something else than the drawer. */
  onClick?: () => void
  /** Further ways to add an entry of a part, beside the button. */
  more?: ReactElement
  /** The screen has another primary button while the list has entries. */
  isSecondary?: boolean
}

/** The data and screens that a room provides for its list. */
type ListRoomProps<Row> = OfTable<Row> & {
  /** Heading of the page, and accessible name of the table. */
  title: string
  /** The permission to add and change; without it any account with this page may. */
  may?: Permission
  /** The button that adds. */
  add: Adding
  /** The empty list: its icon and one sentence about the entries; `hasAct` false: without the button that adds. */
  empty: Pick<ComponentProps<typeof EmptyState>, 'isRanged' | 'things'> & {
    icon: IconName
    about: ReactNode
    hasAct?: boolean
    below?: ReactNode
  }
  /** The actions of a row; `edit` opens its drawer. An element is shown as it is. */
  acts: (row: Row, edit: () => void) => readonly (RowAct | ReactElement | false)[]
  /** The drawer of an entry, or of a new one without `row`. */
  form?: (row: Row | undefined, onClose: () => void) => ReactNode
  /** The head around the button that adds; title and number of entries by default. */
  head?: (add: ReactElement) => ReactNode
  /** Further actions of the head, before the button that adds. */
  headActs?: ReactNode
  /** The list is a part of a page: there is no head, and the button that adds is beside the filter. */
  isPart?: boolean
  /** The actions on selected rows of a part, in place of the buttons beside the filter. */
  selection?: ReactNode
  /** Shown at the end of the filter row of a part. */
  barEnd?: ReactNode
}

export function ListRoom<Row extends object>({
  title,
  may,
  add: adding,
  empty,
  acts,
  form,
  head,
  headActs,
  isPart = false,
  selection,
  barEnd,
  search,
  filter,
  ...table
}: ListRoomProps<Row>) {
  const usual = useList()
  const [draft, setDraft] = useState<Row | 'new'>()
  const { data } = table.query
  const count = data && ('total' in data ? data.total : data.length)
  const { label, why, sends, onClick = () => setDraft('new'), more, isSecondary = false } = adding
  const add = (
    <Act kind={isSecondary && count ? 'plain' : 'primary'} icon="plus" {...{ may, why, sends, onClick }}>
      {label}
    </Act>
  )
  const adds = (
    <>
      {add}
      {more}
    </>
  )
  const { icon, about, hasAct = true, below, ...ranged } = empty
  const nothing = (
    <EmptyState icon={icon} {...ranged} {...(hasAct && { may, act: <div className="list-adds">{adds}</div> })}>
      {about}
    </EmptyState>
  )
  const besides = selection || (
    <>
      {adds}
      {filter}
      {barEnd && <span className="list-bar-end">{barEnd}</span>}
    </>
  )
  // A part without entries has no filter: the button that adds is in its empty state.
  const bar = isPart ? (count ? { search, filter: besides } : {}) : { search, filter }
  return (
    <>
      {head
        ? head(add)
        : !isPart && (
            <PageHeader title={title} count={count}>
              {headActs}
              {add}
            </PageHeader>
          )}
      <DataTable<Row>
        label={title}
        list={usual}
        keyOf={(row) => (row as { id: number }).id}
        {...table}
        {...bar}
        acts={(row) => <RowActs may={may} acts={acts(row, () => setDraft(row))} />}
        empty={
          <>
            {nothing}
            {below}
          </>
        }
      />
      {draft && form?.(draft === 'new' ? undefined : draft, () => setDraft(undefined))}
    </>
  )
}

function RowActs({ acts, may }: { acts: readonly (RowAct | ReactElement | false)[]; may?: Permission }) {
  return acts.map((act, place) =>
    act === false || isValidElement(act) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a row have fixed places
      <Fragment key={place}>{act}</Fragment>
    ) : (
      <Act key={act.label} kind="link" may={may} {...act}>
        {act.label}
      </Act>
    ),
  )
}
