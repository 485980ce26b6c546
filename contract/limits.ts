// Every limit of the product, with its unit and clause. [S9]
import { boxLimits } from './box-limits.ts'
import { foreignLimits } from './foreign-limits.ts'
import { gatewayLimits } from './gateway-limits.ts'
import { pageLimits } from './page-limits.ts'

export const limits = {
  ...boxLimits,
  ...foreignLimits,
  ...gatewayLimits,
  ...pageLimits,
  requestTimeoutMs: 120_000,
  /** Of a call whose contract declares no other `bodyBytes`. */
  bodyBytes: 64 * 1024,
  /** Of lists: a thousand variables, a report with all columns. */
  listBodyBytes: 1024 * 1024,
  /** Of a page with its widgets, of a spreadsheet. */
  fileBodyBytes: 4 * 1024 * 1024,
  /** Letters of a spreadsheet, and separators in it. */
  csvLength: 1_000_000,
  csvCells: 50_000,
  /** Characters of one cell, cells of a row, lines of a file with empty ones, and quotation marks within cells that are not doubled. */
  ...{ csvCellLength: 20_000, csvColumns: 500, csvLines: 100_000, csvLooseQuotes: 1000 },
  /** Of a call that needs no session. */
  publicBodyBytes: 16 * 1024,
  /** Forms cost far more to read than JSON does. */
  formBytes: 64 * 1024,
  pageSize: 10,
  equipmentNameLength: 25,
  /** Devices of one file, copies of one device, cells of a row, and what a workbook unfolds to. */
  ...{ fleetRows: 2000, fleetCopies: 200, fleetColumns: 60, fleetBytes: 32 * 1024 * 1024 },
  /** Imports and copies of an organisation: under way at once, and kept. */
  ...{ fleetJobs: 3, fleetJobsKept: 50 },
  groupNameLength: 30,
  departmentNameLength: 30,
  roleNameLength: 30,
  /** Regions of pages that a role sees, and letters of one. */
  roleRegions: 50,
  regionLength: 30,
  /** Devices that a map is told of. */
  placedDevices: 20_000,
  groupLevels: 10,
  groupChildren: 500,
  remarkLength: 200,
  /** Of what a device's pages show before its first value. */
  defaultValueLength: 20,
  /** Days before the end of a warranty at which an organisation can be told. */
  warrantyDays: 365,
  accountRemarkLength: 20,
  titleLength: 50,
  signalNameLength: 50,
  unitLength: 16,
  noValueLength: 120,
  /** Of a variable's address: OPC UA servers name some by their whole path. */
  addressLength: 500,
  /** Of an organisation, of one text, and of one call. */
  translations: 10_000,
  translationLength: 300,
  translationsAtOnce: 1000,
  signalsPerEquipment: 500,
  driversPerEquipment: 10,
  /** [S9 Gateway quotas] */
  alarmRulesPerEquipment: 200,
  /** [S9] Of an alarm's text; of what to do, and the variables written then; values told with it. */
  alarmContentLength: 100,
  alarmAdviceLength: 500,
  alarmSetPoints: 5,
  alarmTold: 20,
  /** Deliveries to a person within an hour, tries of one, and characters of an SMS. */
  deliveriesPerHour: { email: 60, sms: 20, phone: 10 },
  deliveryTries: 8,
  smsLength: 200,
  /** Who else is told of an alarm: steps of a rule, accounts and roles of a step. */
  alarmSteps: 5,
  alarmStepAccounts: 20,
  alarmStepRoles: 5,
  /** A rule is tried on history: days at once, and alarms told one by one. */
  triedDays: 90,
  triedAlarms: 2000,
  /** Alarms of the past are counted up to this, and listed no further. */
  alarmsCounted: 10_000,
  /** Devices whose alarms one list shows. */
  alarmDevices: 100,
  /** Of one alarm: lines of what happened, and other occurrences of its rule. */
  alarmNotes: 200,
  /** Of what somebody says to an alarm; alarms of one act; of one message of a gateway. */
  alarmCommentLength: 200,
  alarmsAtOnce: 200,
  shelveDays: 30,
  handoverLength: 2000,
  namedAlarmFilters: 50,
  alarmEvents: 500,
  /** Alarms that come later than this after they were raised are told as one. */
  alarmBacklogMs: 60_000,
  passwordMin: 8,
  passwordMax: 15,
  claimCodeDigits: 6,
  claimTriesPerHour: 5,
  loginFailuresBeforeCaptcha: 3,
  loginFailuresBeforeLockout: 8,
  lockoutMs: 10 * 60_000,
  /** Failures of strangers, of one name from everywhere: each beyond the bound doubles the wait, up to the longest. */
  strangerDelayMs: 60_000,
  strangerDelayMaxMs: 60 * 60_000,
  /** Failures of one address, whatever the names: as many as a company mistypes behind one address, and more. */
  loginFailuresPerAddress: 60,
  /** Tries of one address to enroll that fail, and recoveries that it begins, before it has to wait. */
  strangersTriesPerAddress: 20,
  /** Bits of work with a captcha: at the first, and at most. */
  workBits: 14,
  workBitsMax: 18,
  /** Browsers and addresses from which an account is known to sign in. */
  knownPlaces: 50,
  knownPlaceMs: 180 * 24 * 3600_000,
  captchaMs: 10 * 60_000,
  sessionIdleMs: 12 * 3600_000,
  sessionMaxMs: 30 * 24 * 3600_000,
  feedbackMin: 10,
  feedbackMax: 2000,
  feedbackADay: 20,
  /** How long a session counts as confirmed by its password. */
  confirmTries: 5,
  confirmedMs: 10 * 60_000,
  /** A password that somebody else has set is good so long, unless it is replaced by one's own. */
  firstPasswordMs: 7 * 24 * 3600_000,
  emailLength: 100,
  /** One-time codes by e-mail and SMS, and how soon a new one may be asked for. [S9 Verification code validity] */
  verificationDigits: 6,
  verificationMs: 10 * 60_000,
  verificationTries: 5,
  verificationAgainMs: 60_000,
  /** Codes sent: to one address an hour, for one account a day, asked for by one network an hour. */
  codesPerTargetHour: 5,
  codesPerAccountDay: 15,
  codesPerNetworkHour: 60,
  /** How long a provider may take for a message, how many are under way and wait of one kind. */
  messageMs: 15_000,
  messagesAtOnce: 4,
  messagesWaiting: 200,
  /** Messages of a development platform that can be read on it. */
  outboxMessages: 200,
  /** From the name to the new password; recoveries begun by one network an hour. */
  recoveryMs: 10 * 60_000,
  recoveriesPerNetworkHour: 60,
  /** Wrong answers to security questions, and old passwords, that an account may give in a day and in ten minutes. */
  answerTriesPerDay: 10,
  oldPasswordTries: 5,
  /** How long who has verified may change what secures the account. */
  changeWindowMs: 10 * 60_000,
  securityQuestions: 3,
  securityAnswerLength: 50,
  /** Of a person's picture: the file, and what it unfolds to. [S9 Avatar] */
  avatarBytes: 100 * 1024,
  avatarPixels: 4_000_000,
  /** The longer side of any picture, and the scans of a progressive JPEG: encoders write about ten. */
  ...{ pictureLongest: 16_384, jpegScans: 64 },
  /** Width and height it is stored in at most. */
  avatarSide: 256,
  /** The second step of a login: time for it, tries of one login, and wrong codes before an account has to wait. */
  loginTicketMs: 5 * 60_000,
  codeTries: 5,
  codeFailures: 10,
  /** Steps of 30 s beside the present one whose codes count too. */
  codeWindow: 1,
  recoveryCodes: 10,
  /** How often a browser shows its device lock, and for how long a session goes on without. [S9 Lock check] */
  lockPeriodMs: 60_000,
  lockLapseMs: 2 * 60_000,
  /** How long what is drawn can be signed, and how many a session may have: one for each of its windows, and more. */
  lockRandomMs: 60_000,
  lockRandoms: 20,
  /** Of the file of a public key. [S9 Public key] */
  publicKeyBytes: 1024 * 1024,
  /** How long the service of the lock may take: somebody may have to enter a PIN. */
  lockServiceMs: 45_000,
  /** Of an account; letters of a name; time for an answer, and challenges of one session or network that wait for one. */
  passkeys: 20,
  passkeyNameLength: 50,
  passkeyChallengeMs: 5 * 60_000,
  passkeyChallenges: 200,
  /** WeChat: from leaving to coming back; begun by one network an hour, and by everybody at once; one question to it. */
  weChatMs: 10 * 60_000,
  weChatsPerNetworkHour: 300,
  weChatsAtOnce: 20_000,
  weChatRequestMs: 8_000,
  weChatAnswerBytes: 64 * 1024,
  /** Single sign-on: from leaving to coming back; begun by one network an hour, and by everybody at once. */
  signOnMs: 10 * 60_000,
  signOnsPerNetworkHour: 1000,
  signOnsAtOnce: 20_000,
  /** One question to a provider: time, bytes of its answer, and how long its document is not asked for again. */
  signOnRequestMs: 8_000,
  signOnAnswerBytes: 512 * 1024,
  signOnMetadataMs: 60_000,
  /** What a provider sends back with the browser, as a query. */
  signOnAnswerLength: 8000,
  /** Of a provider: its secret, entries of its mapping, their values, e-mail domains. */
  signOnSecretLength: 500,
  signOnValues: 100,
  signOnValueLength: 200,
  signOnDomains: 50,
  /** Of the platform. */
  signOnProviders: 1000,
  /** Of an account; letters of a name; how long one may last that expires. */
  apiKeys: 20,
  apiKeyNameLength: 50,
  /** API keys and shares of projects are announced as expiring so long before, at most half of their life. */
  expiryNoticeMs: 14 * 24 * 3600_000,
  apiKeyMs: 2 * 366 * 24 * 3600_000,
  /** Of a device, and of an account or role: authorised accounts, authorised devices and groups. */
  authorisedAccounts: 50,
  authorisedObjects: 200,
  /** Names of accounts of other organisations that an account may try within a minute. */
  guestTriesPerMinute: 5,
  /** Visits of one shared device at a time, what all of them write to it in a minute, and sites that may frame it. */
  visitsPerShare: 200,
  visitorWritesPerMinute: 60,
  shareAncestors: 10,
  enterpriseAccounts: 5,
  /** Accounts that an operator may allow an enterprise, of either kind. */
  accountsOfKind: 10_000,
  invitationDays: 30,
  /** Accounts of an organisation that registered themselves and wait until they are enabled; how long they wait. */
  registrationsWaiting: 50,
  registrationWaitDays: 14,
  invitationUses: 50,
  socketTokenMs: 60_000,
  socketIdlePingMs: 60_000,
  socketReconnectMs: 10_000,
  socketBacklogBytes: 1024 * 1024,
  /** Tokens of one session that nobody has used yet: the oldest go. */
  socketTokensPerSession: 200,
  /** Sockets of one process and of one session, and what a socket may say: a second, in a rush. */
  sockets: 5000,
  socketsPerSession: 100,
  socketWordBytes: 4096,
  socketWordsPerS: 5,
  socketWordsBurst: 50,
  /** Sockets of messages, of one process and of one session: one for each open window. */
  messageSockets: 5000,
  messageSocketsPerSession: 30,
  /** What an account keeps: the oldest read ones beyond go first, of twice as many the oldest unread too; none is older. */
  messagesPerAccount: 1000,
  messageDays: 90,
  messageTitleLength: 100,
  messageNoteLength: 500,
  /** Marked or deleted by one call, and shown in dialogs at a time. */
  messagesAtATime: 200,
  messageDialogs: 20,
  /** [S4] Unread messages beyond are shown as so many and more. */
  badgeCap: 99,
  /** [S4] A mark of new messages goes after this, with a recount. */
  newsMarkMs: 10_000,
  /** Letters of a text that is spoken, bytes and time of its audio, and how many an account asks for in a minute. */
  /** Weather is asked anew so much later; places within a tenth of a degree are one. */
  weatherKeptMs: 15 * 60_000,
  /** Older than this it is not shown, however long the provider is away. */
  weatherOldMs: 6 * 3_600_000,
  weatherPlaces: 1000,
  weatherCallMs: 10_000,
  weatherBytes: 64 * 1024,
  weatherPerMinute: 30,
  weatherAtOnce: 8,
  /** Length of a spoken message to a camera, seconds. */
  cameraTalkS: 60,
  speechLength: 200,
  speechBytes: 2 * 1024 * 1024,
  speechMs: 10_000,
  speechesPerMinute: 30,
  speechesAtOnce: 8,
  /** Announcements: their letters, and how many accounts are told by one statement. */
  noticeTitleLength: 60,
  noticeBodyLength: 2000,
  noticeBatch: 1000,
  /** Calls marked `heavy` that one session has under way at once. */
  heavyCallsAtOnce: 8,
  /** Connections of browsers and machines, of everybody and of one address (unless a proxy speaks for all). */
  httpConnections: 10_000,
  httpConnectionsPerAddress: 1000,
  /** An answer that nobody takes is cut, and one under way when its session has ended is found out so soon. */
  httpStallMs: 120_000,
  /** A body of which nothing arrives for so long is cut; requests of one connection that are under way. */
  ...{ bodyStallMs: 15_000, pipelinedCalls: 32 },
  streamLookMs: 2000,
  httpHeadersMs: 15_000,
  openDelayEquipmentS: 600,
  ...{ openDelayProjectS: 3600, projectRefreshMs: 3_570_000 },
  openDelayMaxS: 86_400,
  keepAliveMs: 580_000,
  economyIdleMs: 120_000,
  smartSavingMs: 10 * 60_000,
  gatewayPollMs: 60_000,
  commandTtlMs: 15_000,
  /** How long a pressed key is believed to be pressed without a word of it, and how many a gateway keeps. */
  holdMs: { min: 500, max: 10_000 },
  heldKeys: 100,
  /** The longest that a key is held, however often it is said to be pressed. */
  longestHoldMs: 300_000,
  commandPollsMs: [500, 1000, 2000, 5000, 10_000, 30_000] as readonly number[],
  commandPollTries: 180,
  writeWaitMs: 60_000,
  /** How long a gateway tries to read one point for somebody who waits; how many of those an account may ask for. */
  probeMs: 10_000,
  probesPerMinute: 30,
  browsesPerMinute: 120,
  /** Nodes of an address space that one browsing answers, and how far it looks. */
  browsePage: 100,
  browseNodes: 10_000,
  syncTtlMs: 60_000,
  gatewayKeepAliveS: 20,
  /** The longest a gateway may announce; none at all is refused. */
  gatewayKeepAliveMaxS: 300,
  /** Connections with the secret of one SN, until the first says hello and is the box. */
  gatewayBoxesAtOnce: 4,
  presenceLeaseFactor: 1.5,
  mqttPayloadBytes: 1024 * 1024,
  /** Of the secrets that a gateway is told at once, as base64. */
  sealedLength: 400_000,
  /** Of a connection that nobody has admitted yet. */
  mqttConnectBytes: 4096,
  /** Of every packet after it that carries no message: a gateway subscribes to a topic or two. */
  mqttOtherBytes: 512,
  /** Subscriptions to what is not its own that one connection may ask for. */
  gatewayForbiddenTopics: 5,
  /** Gateway connections of one process, and those that nobody has admitted yet: of everybody, of one address. */
  gatewayConnections: 20_000,
  gatewayStrangers: 4000,
  gatewayStrangersPerAddress: 2000,
  gatewayStrangersAtOnce: 256,
  gatewayConnectMs: 10_000,
  /** One gateway with a right secret may connect so often: a minute, and in a rush. */
  gatewayConnectsPerMinute: 60,
  gatewayConnectsBurst: 30,
  /** How it goes with the drivers is told so often while somebody watches. */
  driverNewsMs: 2000,
  driversPerMessage: 50,
  /** Live messages beyond this are dropped: newer ones follow. */
  gatewayLivePerS: 50,
  gatewayLiveBurst: 100,
  /** Hellos and good-byes: each is written down, and told to whoever watches. */
  gatewayHellosPerS: 1,
  gatewayHellosBurst: 60,
  /** Messages that make no sense; beyond this the gateway is cut. */
  gatewayGarbagePerMinute: 60,
  gatewayGarbageBurst: 60,
  clockToleranceMs: 5 * 60_000,
  trendPoints: 60,
  trendStepMs: 10_000,
  querySpanDays: 30,
  /** Of rows by month, so that every calendar month fits. */
  monthSpanDays: 31,
  /** Of the operation log: entries that one call verifies, faults that it names, login names to filter by. */
  entriesVerified: 1000,
  chainFaultsShown: 20,
  accountsListed: 1000,
  /** [S9 History curve] */
  curvePoints: 200_000,
  curveSignals: 10,
  /** Points of a series when a query does not say how many it can draw. */
  curveScreenPoints: 2000,
  aggregateBuckets: 10_000,
  reportsPerEquipment: 50,
  columnsPerReport: 100,
  /** [S9 Change-report interval] */
  changeIntervalMs: 1000,
  formulaLength: 500,
  recordPoints: 5000,
  /** A gateway closes a message of values with so many, or so many bytes of them: far below `mqttPayloadBytes`. */
  messagePoints: 500,
  messageValueBytes: 200_000,
  /** Records that wait on a gateway for the platform. */
  outboxBytes: 256 * 1024 * 1024,
  /** What one gateway may have kept apart in a day: a whole outbox that was taken for a device that is gone, twice. */
  quarantineBytesADay: 2 * 256 * 1024 * 1024,
  /** Outboxes a gateway may speak of in a day: each is a mark for ever. A box whose disk is lost at every start has some. */
  outboxesADay: 200,
  /** Holes a gateway may tell of in a day, by a row each; those beyond are kept apart. */
  gapsADay: 10_000,
  /** Days of columns further back than yesterday that one gateway may begin in a day: a year of all it stores. */
  scatteredDaysADay: 400_000,
  historyDays: 365,
  textValueLength: 500,
  configPages: 100,
  /** Templates and projects of an organisation, and the devices of one. */
  ...{ templates: 500, projects: 500, projectEquips: 1000 },
  /** Of a project: custom reports, fields of one and the variables that they name. [S9 100 fields per report] */
  ...{ customReports: 100, reportFields: 100, reportVariables: 200, reportShifts: 12, shiftNameLength: 20 },
  /** Buckets of one query: the minutes of a month. */
  reportBuckets: 45_000,
  /** Versions that a company may save in a day, in bytes; of each at least so many count. They are kept for ever. */
  ...{ versionBytesADay: 512 * 1024 * 1024, versionBytesMin: 8192, versionMessageLength: 200 },
} as const
