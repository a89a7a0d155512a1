import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiAnswer, httpError } from "../../client/api-client";
import { apiClient, apiSecret } from "../../state/api-connection";
import type { Endpoint } from "./api-description";
import { callOf, type RequestDraft } from "./api-request";

/** Sends requests, one at a time; the last answer stays until the next is there. */
export function useApiCall() {
  const [answer, setAnswer] = useState<ApiAnswer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const send = useCallback(async (endpoint: Endpoint, draft: RequestDraft): Promise<ApiAnswer | null> => {
    under.current?.abort();
    const own = new AbortController();
    under.current = own;
    setBusy(true);
    setTrouble(null);
    try {
      const came = await apiClient().send(callOf(endpoint, draft, apiSecret.read()), own.signal);
      if (own !== under.current) return null;
      setAnswer(came);
      setTrouble(came.ok ? null : httpError(came.status));
      return came;
    } catch (error) {
      if (own !== under.current) return null;
      setAnswer(null);
      setTrouble(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      if (own === under.current) setBusy(false);
    }
  }, []);

  const cancel = useCallback(() => under.current?.abort(), []);
  const clear = useCallback(() => {
    setAnswer(null);
    setTrouble(null);
  }, []);
  return { answer, trouble, busy, send, cancel, clear };
}
