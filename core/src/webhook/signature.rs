//! Signatures: the specification's header over the body, and beside it those of Standard Webhooks.
//!
//! The specification signs the body alone, so an old delivery can be replayed to a receiver. The additional
//! headers (<https://www.standardwebhooks.com>) also sign id and time, and a receiver that checks them is
//! safe from that.

use crate::error::{Code, Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::fmt::Write;

/// Carries the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret as it was handed out.
pub const SIGNATURE_HEADER: &str = "X-Service-Signature";

/// A webhook's secret: `whsec_` and the Base64 of 24 to 64 bytes. `Debug` shows nothing of it.
#[derive(Clone)]
pub struct WebhookSecret {
    text: String,
    key: Vec<u8>,
}

impl WebhookSecret {
    /// A secret from fresh random bytes, which the caller draws.
    ///
    /// # Errors
    /// [`Code::InvalidInput`] unless there are 24 to 64 bytes.
    pub fn from_random(bytes: &[u8]) -> Result<Self> {
        if !(24..=64).contains(&bytes.len()) {
            return Err(Error::invalid("a webhook secret is made from 24 to 64 random bytes"));
        }
        let text = format!("{PREFIX}{}", STANDARD.encode(bytes));
        Ok(WebhookSecret { text, key: bytes.to_vec() })
    }

    /// Reads a secret as it was handed out.
    ///
    /// # Errors
    /// [`Code::InvalidInput`] if it is none.
    pub fn parse(text: &str) -> Result<Self> {
        let bytes = text.strip_prefix(PREFIX).and_then(|encoded| STANDARD.decode(encoded).ok());
        let bytes = bytes.ok_or_else(|| Error::invalid("a webhook secret is whsec_ followed by Base64"))?;
        WebhookSecret::from_random(&bytes)
    }

    /// The secret in words, to be shown once: at creation and after rotation.
    pub fn reveal(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(..)")
    }
}

/// One delivery, as it is sent.
#[derive(Clone, Copy)]
pub struct Delivery<'a> {
    /// Id of the event, without dots; the same on every retry.
    pub id: &'a str,
    /// When this attempt is sent, Unix seconds.
    pub timestamp_s: i64,
    /// The raw body.
    pub body: &'a [u8],
}

/// Headers of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedHeaders {
    /// [`SIGNATURE_HEADER`].
    pub service_signature: String,
    /// `webhook-id`.
    pub webhook_id: String,
    /// `webhook-timestamp`.
    pub webhook_timestamp: String,
    /// `webhook-signature`: `v1,` and Base64.
    pub webhook_signature: String,
}

impl Delivery<'_> {
    /// Signs the delivery.
    ///
    /// # Errors
    /// [`Code::InvalidInput`] if the id is empty or has a dot, which separates the signed parts.
    ///
    /// ```
    /// use wardlight_core::webhook::{Delivery, WebhookSecret, verify_body};
    /// let secret = WebhookSecret::from_random(&[7; 32])?;
    /// let headers = Delivery { id: "evt_1", timestamp_s: 1_767_225_600, body: b"{}" }.sign(&secret)?;
    /// verify_body(&secret, b"{}", &headers.service_signature)?;
    /// assert!(verify_body(&secret, b"{ }", &headers.service_signature).is_err());
    /// # Ok::<(), wardlight_core::Error>(())
    /// ```
    pub fn sign(&self, secret: &WebhookSecret) -> Result<SignedHeaders> {
        if self.id.is_empty() || self.id.contains('.') {
            return Err(Error::invalid("the id of a delivery is not empty and has no dot"));
        }
        let mut hex = String::new();
        for byte in body_mac(secret, self.body).finalize().into_bytes() {
            let _ = write!(hex, "{byte:02x}");
        }
        let standard = self.standard_mac(secret).finalize().into_bytes();
        Ok(SignedHeaders {
            service_signature: hex,
            webhook_id: self.id.to_owned(),
            webhook_timestamp: self.timestamp_s.to_string(),
            webhook_signature: format!("{VERSION}{}", STANDARD.encode(standard)),
        })
    }

    /// Over `id.timestamp.body`, keyed with the decoded secret.
    fn standard_mac(&self, secret: &WebhookSecret) -> Hmac<Sha256> {
        let head = format!("{}.{}.", self.id, self.timestamp_s);
        mac(&secret.key).chain_update(head.as_bytes()).chain_update(self.body)
    }
}

/// Verifies [`SIGNATURE_HEADER`] in constant time. Call it on the raw body, before reading it.
///
/// # Errors
/// [`Code::SignatureMismatch`] if the signature is not this body's.
pub fn verify_body(secret: &WebhookSecret, body: &[u8], signature: &str) -> Result<()> {
    let expected = from_lower_hex(signature).ok_or_else(mismatch)?;
    body_mac(secret, body).verify_slice(&expected).map_err(|_| mismatch())
}

/// Verifies `webhook-signature`, which may list several signatures, in constant time, and that the delivery
/// was sent within `tolerance_s` seconds of `now_s` (Unix seconds); five minutes are usual.
///
/// # Errors
/// [`Code::SignatureMismatch`] if no signature fits or the time is too far off.
pub fn verify_standard(
    secret: &WebhookSecret,
    delivery: &Delivery<'_>,
    signatures: &str,
    now_s: i64,
    tolerance_s: u64,
) -> Result<()> {
    if now_s.abs_diff(delivery.timestamp_s) > tolerance_s || delivery.id.contains('.') {
        return Err(mismatch());
    }
    let fits = signatures.split(' ').filter_map(|one| one.strip_prefix(VERSION)).any(|encoded| {
        let expected = STANDARD.decode(encoded).unwrap_or_default();
        delivery.standard_mac(secret).verify_slice(&expected).is_ok()
    });
    if fits { Ok(()) } else { Err(mismatch()) }
}

fn body_mac(secret: &WebhookSecret, body: &[u8]) -> Hmac<Sha256> {
    mac(secret.text.as_bytes()).chain_update(body)
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn from_lower_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| if let [high, low] = pair { Some(digit(high)? << 4 | digit(low)?) } else { None })
        .collect()
}

fn mismatch() -> Error {
    Error::new(Code::SignatureMismatch, "the signature does not belong to this delivery")
}

/// Opens a secret.
const PREFIX: &str = "whsec_";
/// Opens a signature of the first version of Standard Webhooks.
const VERSION: &str = "v1,";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of the Standard Webhooks libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const EXAMPLE: Delivery<'_> = Delivery {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp_s: 1_614_265_330,
        body: br#"{"test": 2432232314}"#,
    };
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn secret() -> WebhookSecret {
        WebhookSecret::parse(SECRET).expect("a secret")
    }

    fn standard(signatures: &str, now_s: i64) -> Result<()> {
        verify_standard(&secret(), &EXAMPLE, signatures, now_s, 300)
    }

    #[test]
    fn the_example_of_standard_webhooks_is_signed_alike() {
        let headers = EXAMPLE.sign(&secret()).expect("signed");
        assert_eq!(headers.webhook_signature, SIGNATURE);
        assert_eq!(headers.webhook_timestamp, "1614265330");
        assert_eq!(headers.service_signature.len(), 64);
        assert!(standard(SIGNATURE, EXAMPLE.timestamp_s).is_ok());
        assert!(standard(&format!("v1a,xyz v1,AAAA {SIGNATURE}"), EXAMPLE.timestamp_s).is_ok());
    }

    #[test]
    fn the_body_is_keyed_with_the_secret_as_handed_out() {
        // Computed with another implementation.
        let headers = EXAMPLE.sign(&secret()).expect("signed");
        assert_eq!(headers.service_signature, BODY_SIGNATURE);
    }

    #[test]
    fn old_deliveries_and_other_versions_are_refused() {
        assert!(standard(SIGNATURE, EXAMPLE.timestamp_s + 300).is_ok());
        assert!(standard(SIGNATURE, EXAMPLE.timestamp_s + 301).is_err());
        assert!(standard(SIGNATURE, EXAMPLE.timestamp_s - 301).is_err());
        assert!(standard(SIGNATURE, i64::MIN).is_err());
        assert!(standard(&SIGNATURE.replace("v1,", "v2,"), EXAMPLE.timestamp_s).is_err());
        assert!(standard("", EXAMPLE.timestamp_s).is_err());
    }

    #[test]
    fn other_spellings_of_a_signature_are_refused() {
        let signature = EXAMPLE.sign(&secret()).expect("signed").service_signature;
        for other in
            [signature.to_uppercase(), format!("sha256={signature}"), format!("{signature}0"), String::new()]
        {
            let error = verify_body(&secret(), EXAMPLE.body, &other).expect_err("refused");
            assert_eq!(error.code(), Code::SignatureMismatch);
        }
    }

    #[test]
    fn secrets_are_checked_and_not_printed() {
        for text in ["", "whsec_", "whsec_c2hvcnQ=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_***"] {
            let error = WebhookSecret::parse(text).expect_err("refused");
            assert_eq!(error.code(), Code::InvalidInput);
        }
        assert_eq!(format!("{:?}", secret()), "WebhookSecret(..)");
        assert_eq!(WebhookSecret::from_random(&secret().key).expect("a secret").reveal(), SECRET);
    }

    #[test]
    fn an_id_with_a_dot_is_refused() {
        // "a.1" at 2 and "a" at "1.2" would otherwise sign the same bytes.
        assert!(Delivery { id: "a.1", ..EXAMPLE }.sign(&secret()).is_err());
        assert!(Delivery { id: "", ..EXAMPLE }.sign(&secret()).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn only_the_signed_body_verifies(body in any::<Vec<u8>>(), other in any::<Vec<u8>>(), key in any::<[u8; 32]>()) {
            let secret = WebhookSecret::from_random(&key).expect("a secret");
            let headers = Delivery { id: "evt_1", timestamp_s: 5, body: &body }.sign(&secret).expect("signed");
            prop_assert_eq!(verify_body(&secret, &other, &headers.service_signature).is_ok(), body == other);
            let received = Delivery { id: "evt_1", timestamp_s: 5, body: &other };
            let standard = verify_standard(&secret, &received, &headers.webhook_signature, 5, 0);
            prop_assert_eq!(standard.is_ok(), body == other);
        }

        #[test]
        fn any_signature_is_answered(signature in "\\PC{0,80}") {
            prop_assert!(verify_body(&secret(), b"", &signature).is_err());
            prop_assert!(standard(&signature, EXAMPLE.timestamp_s).is_err());
        }
    }

    const BODY_SIGNATURE: &str = "80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c";
}
