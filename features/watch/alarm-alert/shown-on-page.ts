// Devices whose new alarms the open page shows in its own dialog.
import { createStore, type Store } from '../../../ui/store.ts'

export const shownOnPage: Store<ReadonlySet<number>> = createStore<ReadonlySet<number>>(new Set())
