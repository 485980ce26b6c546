// Devices whose new alarms the open page shows by a dialog of its own.
import { createStore, type Store } from '../../../ui/store.ts'

export const shownOnPage: Store<ReadonlySet<number>> = createStore<ReadonlySet<number>>(new Set())
