// What the pages use of Preact with htm, which come minified and without types.

/** What a component shows: htm makes it, and nobody looks into it. */
export type Content = {} | null | undefined;

type Value = ((event: any) => unknown) | Content;
type Changed<T> = T | ((before: T) => T);
type Effect = () => void | undefined | (() => void);

export function html(strings: TemplateStringsArray, ...values: Value[]): Content;
export function render(content: Content, place: Element): void;
export function useState<T>(first: T | (() => T)): [T, (next: Changed<T>) => void];
export function useReducer<S, A>(next: (state: S, act: A) => S, given: null, first: () => S): [S, (act: A) => void];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useMemo<T>(find: () => T, inputs: readonly unknown[]): T;
export function useRef<T>(first: T): { current: T };
export function useErrorBoundary(): [unknown, () => void];
