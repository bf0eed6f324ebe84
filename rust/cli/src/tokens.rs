//! Token counts: which tokenizer a model uses, and how many tokens a text has.
//!
//! Step in the flow: model name -> tokenizer (tables inside the crate `tiktoken-rs`, no network) -> count.

use tiktoken_rs::CoreBPE;
use tiktoken_rs::tokenizer::{Tokenizer, get_tokenizer};

use crate::failure::Failure;

/// The tokenizers by their own names.
const BY_NAME: [(&str, Tokenizer); 7] = [
    ("o200k_base", Tokenizer::O200kBase),
    ("o200k_harmony", Tokenizer::O200kHarmony),
    ("cl100k_base", Tokenizer::Cl100kBase),
    ("p50k_base", Tokenizer::P50kBase),
    ("p50k_edit", Tokenizer::P50kEdit),
    ("r50k_base", Tokenizer::R50kBase),
    ("gpt2", Tokenizer::Gpt2),
];

/// Counts tokens as one model sees them.
pub(crate) struct Model {
    pub(crate) tokenizer: &'static str,
    coder: &'static CoreBPE,
}

impl Model {
    /// A model (`gpt-4o`) or a tokenizer (`cl100k_base`) by name.
    pub(crate) fn named(name: &str) -> Result<Self, Failure> {
        let direct = BY_NAME.iter().find(|(known, _)| *known == name).map(|(_, tokenizer)| *tokenizer);
        let Some(tokenizer) = direct.or_else(|| get_tokenizer(name)) else {
            let known: Vec<&str> = BY_NAME.iter().map(|(name, _)| *name).collect();
            let message =
                format!("unknown model `{name}`; a model like gpt-4o, or one of {}", known.join(", "));
            return Err(Failure::usage(message));
        };
        let coder = tiktoken_rs::bpe_for_tokenizer(tokenizer).map_err(Failure::usage)?;
        let own_name =
            BY_NAME.iter().find(|(_, known)| *known == tokenizer).map_or("unknown", |(name, _)| name);
        Ok(Self { tokenizer: own_name, coder })
    }

    /// Tokens of a text; text that looks like a special token is text.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.coder.count_ordinary(text)
    }
}

/// The tokenizer of the project's tables: o200k.
pub(crate) fn default_model() -> Model {
    Model { tokenizer: "o200k_base", coder: tiktoken_rs::o200k_base_singleton() }
}
