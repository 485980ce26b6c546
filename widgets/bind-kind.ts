/** The kinds of values that a widget can be bound to. [S3 Data binding] */
export type BindKind = 'signal' | 'scene' | 'report' | 'customReport' | 'system' | 'mvar'
