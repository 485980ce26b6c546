// What is drawn of a report as an input of a chart: it has no live value.
import type { Input, Reading } from '../widget.ts'

const unread: Reading = {
  ...{ isBound: true, value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' },
}

/** `id` tells it from the others of the chart. */
export const storedInput = (kind: Input['kind'], id: number): Input => ({
  ...{ kind, binding: { signalId: id }, fields: {}, cell: undefined },
  read: () => unread,
})
